// std::sort: n log n comparisons, whatever the order.
#include "sorter_component.hpp"

#include <algorithm>

namespace particles {
namespace {

class StandardSort final : public SorterComponent {
    void sort(std::vector<Particle>& particles) override {
        std::sort(particles.begin(), particles.end());
    }
};

} // namespace
} // namespace particles

PROXIMA_COMPONENT(StandardSort, particles::StandardSort)
