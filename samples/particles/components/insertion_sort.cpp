// Takes as many moves as pairs are in the wrong order: almost none if nothing has changed.
#include "insertion.hpp"
#include "sorter_component.hpp"

namespace particles {
namespace {

class InsertionSort final : public SorterComponent {
    void sort(std::vector<Particle>& particles) override { insert_each(particles); }
};

} // namespace
} // namespace particles

PROXIMA_COMPONENT(InsertionSort, particles::InsertionSort)
