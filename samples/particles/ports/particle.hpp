// A particle in the tube.
#pragma once

#include <cstdint>

namespace particles {

struct Particle {
    double position;      // from 0 to less than 1
    std::uint64_t number; // identifies it
};

// A strict order, so that every sorter gives the same result.
inline bool operator<(const Particle& a, const Particle& b) {
    return a.position < b.position || (a.position == b.position && a.number < b.number);
}

} // namespace particles
