// What users of an instance require of the quality of what stands for it.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace proxima::online {

class QualityLimits {
public:
    /// `accuracy>=2 dissipation<=0.1`: all of them are to be met. Throws std::invalid_argument.
    explicit QualityLimits(std::string_view text);

    bool empty() const noexcept { return limits_.empty(); }
    /// Why it is not good enough; empty: it is. A quality that nobody knows is not.
    std::string objection(const std::map<std::string, double>& quality) const;

private:
    struct Limit {
        std::string name;
        bool is_least;
        double value;
    };
    std::vector<Limit> limits_;
};

} // namespace proxima::online
