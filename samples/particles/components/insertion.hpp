/// \file
/// Insertion sort.
#pragma once

#include "particle.hpp"

#include <cstddef>
#include <vector>

namespace particles {

inline void insert_each(std::vector<Particle>& particles) {
    for (std::size_t i = 1; i < particles.size(); ++i) {
        const Particle particle = particles[i];
        std::size_t place = i;
        for (; place > 0 && particle < particles[place - 1]; --place) {
            particles[place] = particles[place - 1];
        }
        particles[place] = particle;
    }
}

} // namespace particles
