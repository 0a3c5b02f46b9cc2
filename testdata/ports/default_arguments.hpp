/// Default arguments belong to the static type of the caller: the port's are the ones that count.
#pragma once

#include <string>
#include <vector>

namespace output {

class Writer {
public:
    static constexpr int standard_width = 12;
    virtual ~Writer() = default;
    virtual std::string write(double value, int width = standard_width,
                              const std::string& unit = "m") = 0;
    virtual int count(
        const std::vector<int>& values = {1, 2, 3},
        int (*weight)(int) = [](int value) { return value; }) = 0;
};

} // namespace output
