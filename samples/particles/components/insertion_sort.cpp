// Insertion sort: one move for each pair in the wrong order, so almost none if little has changed.
#include "sorter_component.hpp"

#include <cstddef>

namespace particles {
namespace {

class InsertionSort final : public SorterComponent {
    void sort(std::vector<Particle>& particles) override {
        for (std::size_t i = 1; i < particles.size(); ++i) {
            const Particle particle = particles[i];
            std::size_t place = i;
            for (; place > 0 && particle < particles[place - 1]; --place) {
                particles[place] = particles[place - 1];
            }
            particles[place] = particle;
        }
    }
};

} // namespace
} // namespace particles

PROXIMA_COMPONENT(InsertionSort, particles::InsertionSort)
