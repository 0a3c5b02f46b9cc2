#pragma once

namespace integration {

// Takes the results of integrals.
class Results {
public:
    Results() = default;
    Results(const Results&) = delete;
    Results& operator=(const Results&) = delete;
    virtual ~Results() = default;

    virtual void note(double integral) = 0;
};

} // namespace integration
