// A component that provides random numbers.
#pragma once

#include "generators.hpp"
#include "providing.hpp"

namespace integration {

// One stream of random numbers goes on as well as another does, so a generator may be replaced
// between any two of them.
template <class Generator>
struct ProvidingGenerator : Providing<RandomGenerator, Generator> {
    ProvidingGenerator()
        : Providing<RandomGenerator, Generator>("generator", {{proxima::framework::stateless, "1"}},
                                                std::uint64_t{2003}) {}
};

} // namespace integration
