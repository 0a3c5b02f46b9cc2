// Limits on the quality of the classes that may replace an instance.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace proxima::online {

class QualityLimits {
public:
    // Parses limits such as `accuracy>=2 dissipation<=0.1`. Throws std::invalid_argument.
    explicit QualityLimits(std::string_view text);

    bool empty() const noexcept { return limits_.empty(); }
    // Explains why the quality is not sufficient; empty if it is. An unknown quality is not, unless
    // the trial measures it.
    std::string objection(const std::map<std::string, double>& quality,
                          bool is_measured = false) const;

private:
    struct Limit {
        std::string name;
        bool is_least;
        double value;
    };
    std::vector<Limit> limits_;
};

} // namespace proxima::online
