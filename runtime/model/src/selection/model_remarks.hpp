// What somebody should know of how models were used, said once for each.
#pragma once

#include <proxima/model/selection.hpp>

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace proxima::model {

class ModelRemarks {
public:
    /// `count` calls with a value outside of the domain of an input.
    void used_outside(std::size_t model, const Input& input, double value, double count);
    void negative_time(std::size_t model) { negative_times_.insert(model); }
    void negative_deviation(std::size_t model) { negative_deviations_.insert(model); }

    /// Appends to `warnings`.
    void say(const SelectionProblem& problem, std::vector<std::string>& warnings) const;

private:
    struct Outside {
        double count = 0;
        double min = 0;
        double max = 0;
    };

    std::map<std::pair<std::size_t, std::string>, Outside> outside_; ///< by model and input
    std::set<std::size_t> negative_times_;
    std::set<std::size_t> negative_deviations_;
};

} // namespace proxima::model
