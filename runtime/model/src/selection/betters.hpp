// Which of many pairs of numbers are not beaten too often.
#pragma once

#include <cstddef>
#include <iterator>
#include <map>
#include <queue>
#include <utility>
#include <vector>

namespace proxima::model {

/// Counts, up to `most`, how many of those that were added before are nowhere larger.
class Betters {
public:
    /// With one criterion the second number is the same in all.
    Betters(std::size_t most, std::size_t criteria)
        : most_(most > 0 ? most : 1), has_second_(criteria > 1) {}

    /// Whether there are fewer than `most`; only then it is added.
    bool add(double first, double second) {
        return !has_second_ ? add_one(first)
               : most_ == 1 ? add_step(first, second)
                            : add_pair(first, second);
    }

private:
    bool add_one(double number) {
        if (least_.size() == most_) {
            if (least_.top() <= number) {
                return false;
            }
            least_.pop();
        }
        least_.push(number);
        return true;
    }

    /// Those that none is better than are steps: the larger the first number, the less the second.
    bool add_step(double first, double second) {
        auto next = steps_.upper_bound(first);
        if (next != steps_.begin() && std::prev(next)->second <= second) {
            return false;
        }
        next = steps_.lower_bound(first);
        while (next != steps_.end() && next->second >= second) {
            next = steps_.erase(next);
        }
        steps_.emplace(first, second);
        return true;
    }

    bool add_pair(double first, double second) {
        std::size_t better = 0;
        // Who is better comes earlier, and most often late among those.
        for (auto one = pairs_.rbegin(); one != pairs_.rend() && better < most_; ++one) {
            better += one->first <= first && one->second <= second ? 1 : 0;
        }
        if (better < most_) {
            pairs_.emplace_back(first, second);
        }
        return better < most_;
    }

    std::size_t most_;
    bool has_second_;
    std::priority_queue<double> least_;
    std::map<double, double> steps_;
    std::vector<std::pair<double, double>> pairs_;
};

} // namespace proxima::model
