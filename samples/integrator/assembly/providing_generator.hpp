// A component that provides random numbers.
#pragma once

#include "generators.hpp"
#include "providing.hpp"

namespace integration {

// A component whose generator may be replaced between any two numbers: any stream of random numbers
// continues another.
template <class Generator>
struct ProvidingGenerator : Providing<RandomGenerator, Generator> {
    ProvidingGenerator()
        : Providing<RandomGenerator, Generator>("generator", {{proxima::framework::stateless, "1"}},
                                                std::uint64_t{2003}) {}
};

} // namespace integration
