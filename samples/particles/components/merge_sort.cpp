// std::stable_sort: a merge sort with a buffer.
#include "sorter_component.hpp"

#include <algorithm>

namespace particles {
namespace {

class MergeSort final : public SorterComponent {
    void sort(std::vector<Particle>& particles) override {
        std::stable_sort(particles.begin(), particles.end());
    }
};

} // namespace
} // namespace particles

PROXIMA_COMPONENT(MergeSort, particles::MergeSort)
