#include "encoding/chunks.hpp"

#include "encoding/hash.hpp"

#include <algorithm>
#include <cstring>

namespace proxima::detail {

namespace {

constexpr std::string_view record_magic("\x89PXR\r\n\x1a\n", 8);
constexpr std::uint32_t format_version = 1;

void put_constants(Bytes& bytes, const ColumnInfo& column, std::size_t& room) {
    std::uint32_t count = 0;
    for (const auto& [value, name] : column.constants) {
        const std::size_t size = sizeof value + sizeof(std::uint32_t) + name.size();
        if (size > room) {
            room = 0; // so that those that are there are the first
            break;
        }
        room -= size;
        ++count;
    }
    bytes.put(count);
    for (std::uint32_t i = 0; i < count; ++i) {
        bytes.put(column.constants[i].first).put_string(column.constants[i].second);
    }
}

Bytes method_payload(std::uint32_t number, const MethodInfo& method, std::size_t constants) {
    Bytes bytes;
    bytes.put(number).put_string(method.port).put_string(method.name);
    bytes.put_string(method.signature).put_string(method.location);
    bytes.put(static_cast<std::uint32_t>(method.columns.size()));
    for (const ColumnInfo& column : method.columns) {
        bytes.put(static_cast<std::uint8_t>(column.type));
        bytes.put_string(column.name).put_string(column.type_name);
        put_constants(bytes, column, constants);
    }
    return bytes;
}

} // namespace

ChunkType chunk_type(const unsigned char* chunk) noexcept {
    std::uint32_t number = 0;
    std::memcpy(&number, chunk, sizeof number);
    return static_cast<ChunkType>(number);
}

std::size_t chunk_size(const unsigned char* chunk) noexcept {
    std::uint32_t payload = 0;
    std::memcpy(&payload, chunk + sizeof payload, sizeof payload);
    return chunk_header_size + payload;
}

std::uint32_t block_size(const unsigned char* chunk) noexcept {
    std::uint32_t invocations = 0; // behind the sequence number
    std::memcpy(&invocations, chunk + chunk_header_size + sizeof(std::uint64_t),
                sizeof invocations);
    return invocations;
}

void put_chunk_header(unsigned char* chunk, ChunkType type, std::size_t payload_size) noexcept {
    const auto number = static_cast<std::uint32_t>(type);
    const std::uint64_t hash = xxh64(chunk + chunk_header_size, payload_size, number);
    chunk = put_number(chunk, number);
    chunk = put_number(chunk, static_cast<std::uint32_t>(payload_size));
    put_number(chunk, hash);
}

Bytes file_header(std::uint32_t rank, std::uint32_t lane, double ticks_per_second,
                  const ClockPair& pair) {
    Bytes bytes;
    for (const char character : record_magic) {
        bytes.put(character);
    }
    bytes.put(format_version).put(rank).put(lane).put(std::uint32_t{0});
    bytes.put(ticks_per_second).put(pair.ticks).put(pair.monotonic).put(pair.realtime);
    bytes.put(xxh64(bytes.data(), bytes.size(), 0));
    return bytes;
}

Bytes thread_payload(std::uint64_t thread, std::uint64_t system_id, const ClockPair& pair) {
    Bytes bytes;
    bytes.put(thread).put(system_id).put(pair.ticks).put(pair.monotonic).put(pair.realtime);
    return bytes;
}

Bytes method_payload(std::uint32_t number, const MethodInfo& method) {
    const std::size_t rest = method_payload(number, method, 0).size();
    const std::size_t room = most_definition_bytes - std::min(rest, most_definition_bytes);
    return method_payload(number, method, std::min(room, most_constant_bytes));
}

Bytes node_payload(std::uint32_t node, std::uint32_t parent, std::uint32_t method, bool folded,
                   std::string_view instance, const BindingInfo& binding) {
    Bytes bytes;
    const std::uint32_t flags = (folded ? 1U : 0U) | (binding.empty() ? 0U : 2U);
    bytes.put(node).put(parent).put(method).put(flags);
    bytes.put_string(instance);
    if (!binding.empty()) {
        bytes.put_string(binding.user).put_string(binding.uses_port);
        bytes.put_string(binding.provides_port);
    }
    return bytes;
}

void put_bin(Bytes& bytes, std::uint32_t node, BinKey bin, const Statistics& statistics) {
    bytes.put(node).put(std::int32_t{bin}).put(statistics.calls).put(statistics.sum);
    bytes.put(static_cast<std::uint64_t>(statistics.squares));
    bytes.put(static_cast<std::uint64_t>(statistics.squares >> 64U));
    bytes.put(statistics.minimum).put(statistics.maximum).put(statistics.communication);
}

unsigned char* put_places(unsigned char* to, std::uint64_t block, const std::uint64_t* places,
                          std::size_t count) noexcept {
    to = put_number(to, block);
    to = put_number(to, static_cast<std::uint32_t>(count));
    to = put_number(to, std::uint32_t{0});
    return kernels().plain(to, places, count);
}

Bytes end_payload(std::uint64_t invocations, std::uint64_t lost) {
    Bytes bytes;
    bytes.put(invocations).put(lost);
    return bytes;
}

} // namespace proxima::detail
