/// Parameters that are read when the call has returned: results, and arguments that it fills.
#pragma once

#include <string>
#include <vector>

namespace late {

struct Answer {
    Answer(int steps, std::string text) : steps(steps), text(static_cast<std::string&&>(text)) {}
    Answer(Answer&&) = default;
    Answer(const Answer&) = delete;

    /// Throws if it is negative.
    int checked() const {
        if (steps < 0) {
            throw steps;
        }
        return steps;
    }

    int steps;
    std::string text;
};

class Solver {
public:
    virtual ~Solver() = default;
    /// @param[out] found what satisfies the equation
    virtual int solve(int n, std::vector<double>& found) = 0;
    virtual void split(const std::vector<double>& values, std::vector<double>& result) = 0;
    virtual Answer ask(int n) = 0;
    virtual Answer& last() = 0;
    virtual Answer&& take() = 0;
    virtual void count(int n, int* steps, double& rest) = 0;
    virtual int size() const = 0;
};

} // namespace late
