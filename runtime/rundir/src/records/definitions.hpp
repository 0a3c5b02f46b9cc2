// The chunks of a record file that say what its numbers mean.
#pragma once

#include "files/payload.hpp"

#include <proxima/rundir/record_reader.hpp>
#include <proxima/rundir/run_info.hpp>

#include <cstdint>

namespace proxima::rundir {

/// Words that the parameters of one method may take; far more than any has, so that a corrupt file
/// cannot ask for much.
constexpr std::size_t most_parameter_words = 1024;

/// What a thread chunk says.
struct ThreadChunk {
    std::uint64_t thread = 0;
    ClockPair clock;
};

/// Each throws Malformed if the chunk contradicts the format or what came before it.
ThreadChunk read_thread_chunk(const Payload& payload);
std::uint32_t method_number(const Payload& payload); ///< of a method chunk
void add_method(const Payload& payload, std::vector<Method>& methods);
void add_call_path(const Payload& payload, Lane& lane);

} // namespace proxima::rundir
