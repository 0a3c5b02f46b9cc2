#include "generators.hpp"

namespace integration {

// The engines are fixed by the C++ standard and std::uniform_real_distribution is not, hence the
// scaling by hand.

Ranlux::Ranlux(std::uint64_t seed) : engine_(seed) {
}

double Ranlux::next() {
    return static_cast<double>(engine_()) * 0x1p-48;
}

MersenneTwister::MersenneTwister(std::uint64_t seed) : engine_(seed) {
}

double MersenneTwister::next() {
    return static_cast<double>(engine_() >> 11U) * 0x1p-53;
}

} // namespace integration
