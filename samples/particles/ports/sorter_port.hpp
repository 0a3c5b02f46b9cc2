// The port that sorts particles.
#pragma once

#include "particle.hpp"

#include <proxima/framework/port.hpp>

#include <vector>

namespace particles {

class SorterPort : public virtual proxima::framework::Port {
public:
    virtual void sort(std::vector<Particle>& particles) = 0;
};

} // namespace particles
