#include "generators.hpp"
#include "providing.hpp"

namespace integration {
namespace {

struct MersenneGenerator : Providing<RandomGenerator, MersenneTwister> {
    MersenneGenerator() : Providing("generator", std::uint64_t{2003}) {}
};

} // namespace
} // namespace integration

PROXIMA_COMPONENT(MersenneGenerator, integration::MersenneGenerator)
