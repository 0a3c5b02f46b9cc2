// Invented measurements, invocation by invocation.
#pragma once

#include <proxima/gather/point_table.hpp>

#include <string>
#include <utility>
#include <vector>

namespace proxima::test {

using namespace gather;

class Measuring {
public:
    explicit Measuring(std::vector<std::string> parameters) : table_(parameters.size(), 0, 1) {
        made_.implementation = "synthetic";
        made_.parameters = std::move(parameters);
    }

    void add(const std::vector<double>& at, double value, const Origin& origin = {}) {
        const double values[] = {value};
        table_.add(at, {}, values, origin);
    }

    Measurements done(const Summary& how = {}) const {
        auto made = made_;
        table_.write(0, made, how);
        return made;
    }

private:
    Measurements made_;
    PointTable table_;
};

} // namespace proxima::test
