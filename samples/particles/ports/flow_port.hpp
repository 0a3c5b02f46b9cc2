// The port that moves particles.
#pragma once

#include "particle.hpp"

#include <proxima/framework/port.hpp>

#include <cstdint>
#include <vector>

namespace particles {

class FlowPort : public virtual proxima::framework::Port {
public:
    // Moves all particles by one step.
    virtual void advance(std::vector<Particle>& particles, std::uint64_t step) = 0;
};

} // namespace particles
