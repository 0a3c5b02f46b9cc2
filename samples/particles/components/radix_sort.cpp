// Takes the same number of moves whatever the order is: one for each particle and digit.
#include "insertion.hpp"
#include "sorter_component.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace particles {
namespace {

constexpr int digit_bits = 8;
constexpr int digits = 64 / digit_bits;
constexpr std::size_t values = std::size_t{1} << digit_bits;

/// Of a number that is not negative: their bits are ordered as they are.
std::size_t digit(const Particle& particle, int number) {
    std::uint64_t bits = 0;
    static_assert(sizeof bits == sizeof particle.position);
    std::memcpy(&bits, &particle.position, sizeof bits);
    return (bits >> (number * digit_bits)) % values;
}

class RadixSort final : public SorterComponent {
    void sort(std::vector<Particle>& particles) override {
        other_.resize(particles.size());
        for (int number = 0; number < digits; ++number) {
            scatter(particles, number);
            particles.swap(other_);
        }
        insert_each(particles); // of those at the same position
    }

    void scatter(const std::vector<Particle>& particles, int number) {
        std::array<std::size_t, values + 1> place{};
        for (const Particle& particle : particles) {
            ++place[digit(particle, number) + 1];
        }
        for (std::size_t value = 1; value < values; ++value) {
            place[value] += place[value - 1];
        }
        for (const Particle& particle : particles) {
            other_[place[digit(particle, number)]++] = particle;
        }
    }

    std::vector<Particle> other_;
};

} // namespace
} // namespace particles

PROXIMA_COMPONENT(RadixSort, particles::RadixSort)
