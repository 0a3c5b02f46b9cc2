#include "generators.hpp"
#include "providing.hpp"

namespace integration {
namespace {

struct RanluxGenerator : Providing<RandomGenerator, Ranlux> {
    RanluxGenerator() : Providing("generator", std::uint64_t{2003}) {}
};

} // namespace
} // namespace integration

PROXIMA_COMPONENT(RanluxGenerator, integration::RanluxGenerator)
