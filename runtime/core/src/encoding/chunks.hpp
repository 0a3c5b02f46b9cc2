// The chunks of a lane: built in its ring file, moved to its record file when they are enough to be
// worth a system call.
#pragma once

#include "clock/clock.hpp"
#include "encoding/bytes.hpp"
#include "encoding/kernels.hpp"
#include "run/registry.hpp"
#include "sampling/bin.hpp"
#include "system/file.hpp"
#include "tree/statistics.hpp"

#include <proxima/lane.hpp>

#include <cstdint>

namespace proxima::detail {

enum class ChunkType : std::uint32_t {
    thread = 1,
    method = 2,
    node = 3,
    block = 4,
    end = 5,
    statistics = 6,
    places = 7,
    mpi_calls = 8
};

constexpr std::size_t chunk_header_size = 16;

// Writes the 16 bytes before a payload that is in place already.
void put_chunk_header(unsigned char* chunk, ChunkType type, std::size_t payload_size) noexcept;

// What such a header says.
ChunkType chunk_type(const unsigned char* chunk) noexcept;
std::size_t chunk_size(const unsigned char* chunk) noexcept; // with the header
// The invocations of a chunk that is a block.
std::uint32_t block_size(const unsigned char* chunk) noexcept;

Bytes file_header(std::uint32_t rank, std::uint32_t lane, double ticks_per_second,
                  const ClockPair& pair);
Bytes thread_payload(std::uint64_t thread, std::uint64_t system_id, const ClockPair& pair);
// Of a method or a node, if its texts keep to their limits (run/text_limits.hpp).
constexpr std::size_t most_definition_bytes = std::size_t{71} * 1024;
// Without the constants that go beyond most_constant_bytes, of all columns together, or beyond what
// the rest of the definition leaves.
constexpr std::size_t most_constant_bytes = std::size_t{32} * 1024;
Bytes method_payload(std::uint32_t number, const MethodInfo& method);
Bytes node_payload(std::uint32_t node, std::uint32_t parent, std::uint32_t method, bool folded,
                   std::string_view instance, const BindingInfo& binding = no_binding);
// Of a part of the bins of all nodes, each with its node's number.
void put_bin(Bytes& bytes, std::uint32_t node, BinKey bin, const Statistics& statistics);
// Writes the payload before the block `block`, whose `count` invocations have these places.
unsigned char* put_places(unsigned char* to, std::uint64_t block, const std::uint64_t* places,
                          std::size_t count) noexcept;
constexpr std::size_t most_places_bytes = 16 + stream_capacity(lane_capacity);
Bytes end_payload(std::uint64_t invocations, std::uint64_t lost);

} // namespace proxima::detail
