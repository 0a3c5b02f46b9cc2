#pragma once

#ifdef CHEMISTRY_WITH_CONCENTRATIONS
#include <vector>
#endif

namespace chemistry {

// The second argument is there only when the generator was given the definitions of the port's
// target.
class RateLaw {
public:
    virtual ~RateLaw() = default;
#ifdef CHEMISTRY_WITH_CONCENTRATIONS
    virtual double rate(double temperature, const std::vector<double>& concentrations) const = 0;
#endif
};

} // namespace chemistry
