// The chunks that record files and thread buffers consist of: how each is written and read.
//
//     const format::Bytes payload = format::write(format::FileEnd{100, 0});
//     const std::string_view bytes(payload.data(), payload.size());
//     const format::FileEnd end = format::read_file_end(format::ByteReader(bytes));
//     std::cout << end.invocations << '\n';
//
// Units: times are in ticks of the process's clock, but for ClockPair, which also has nanoseconds.
// Thread safety: threads may share const objects, as with plain values.
// Errors: functions that read throw Malformed; functions that write throw only std::bad_alloc.
#pragma once

#include <proxima/format/bytes.hpp>
#include <proxima/format/column.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace proxima::format {

enum class ChunkType : std::uint32_t {
    thread = 1,
    method = 2,
    node = 3,
    block = 4,
    end = 5,
    statistics = 6,
    mpi_calls = 8,
    untimed = 9,
    thread_life = 10
};

/// The longest payload of a chunk; a damaged file cannot ask for more memory.
constexpr std::uint32_t most_payload_bytes = std::uint32_t{64} << 20;
/// The most parameter words of one invocation.
constexpr std::size_t most_parameter_words = 1024;

/// The checksum of chunks.
std::uint64_t xxh64(const void* data, std::size_t size, std::uint64_t seed) noexcept;

/// The header before each payload.
struct ChunkHeader {
    static constexpr std::size_t size = 16;

    ChunkType type = ChunkType::end;
    std::uint32_t payload_size = 0;
    std::uint64_t hash = 0;

    /// Returns whether the hash is that of the payload.
    bool matches(const void* payload) const noexcept;
};

/// Reads `ChunkHeader::size` bytes.
ChunkHeader read_chunk_header(const void* header) noexcept;
/// Writes the header of a payload to `chunk`.
void put_chunk_header(unsigned char* chunk, ChunkType type, const void* payload,
                      std::size_t payload_size) noexcept;
/// Writes the header before a payload that is in place already.
inline void put_chunk_header(unsigned char* chunk, ChunkType type,
                             std::size_t payload_size) noexcept {
    put_chunk_header(chunk, type, chunk + ChunkHeader::size, payload_size);
}

/// One moment on the clock of the process and on those of the system.
struct ClockPair {
    std::uint64_t ticks = 0;
    std::int64_t monotonic_ns = 0;
    std::int64_t realtime_ns = 0;
};

/// The header of a record file.
struct FileHeader {
    static constexpr std::size_t size = 64;

    std::uint32_t rank = 0;
    std::uint32_t number = 0; ///< number of the thread buffer
    double ticks_per_second = 0;
    ClockPair clock;
};
Bytes write(const FileHeader& header);
/// Reads a header from the beginning of a file, of which `bytes` may be fewer than
/// FileHeader::size.
FileHeader read_file_header(std::string_view bytes);

/// The thread that writes to the thread buffer from now on.
struct ThreadStart {
    std::uint64_t thread = 0; ///< number of the thread in the process
    std::uint64_t system_id = 0;
    ClockPair clock;
};
Bytes write(const ThreadStart& start);
ThreadStart read_thread_start(ByteReader payload);

/// The life of a thread until it ended or the run did. Times of the system are from its own
/// accounting.
struct ThreadLife {
    static constexpr std::uint64_t unknown = ~std::uint64_t{0};

    std::uint64_t thread = 0;
    std::uint64_t begin = 0; ///< ticks of the clock
    std::uint64_t end = 0;
    std::uint64_t running_ns = unknown;
    std::uint64_t waiting_ns = unknown; ///< runnable, but without a processor
    std::uint64_t creator = unknown;    ///< number of the thread that created it
    std::string name;
};
Bytes write(const ThreadLife& life);
ThreadLife read_thread_life(ByteReader payload);

struct MethodDefinition {
    std::uint32_t number = 0;
    MethodColumns method;
};
Bytes write_method(std::uint32_t number, const MethodColumns& method);
MethodDefinition read_method(ByteReader payload);

/// A node of the call tree.
struct NodeDefinition {
    std::uint32_t node = 0;   ///< number of the node, from 1
    std::uint32_t parent = 0; ///< number of the parent; 0: none
    std::uint32_t method = 0;
    std::string instance;
    BindingNames binding;
    bool is_stand_in = false; ///< the call is open on another thread, which handed work over
};
Bytes write_node(std::uint32_t node, std::uint32_t parent, std::uint32_t method,
                 std::string_view instance, const BindingNames& binding = no_binding,
                 bool is_stand_in = false);
NodeDefinition read_node(ByteReader payload);

/// The head of a block, before its streams.
struct BlockHeader {
    static constexpr std::size_t size = 48;
    static constexpr std::uint32_t most_invocations = 65536;
    static constexpr std::uint32_t most_words = 64 * most_invocations;

    std::uint64_t sequence = 0; ///< number of the block in the file
    std::uint32_t invocations = 0;
    std::uint32_t words = 0; ///< parameter words of all invocations
    std::uint64_t base = 0;  ///< thread time from which the ends count
    std::uint64_t overhead = 0;
    ClockPair clock; ///< moment of encoding; without realtime
};
unsigned char* put_block_header(unsigned char* to, const BlockHeader& header) noexcept;
BlockHeader read_block_header(ByteReader payload);

/// The end of a file that a clean end of the run has closed.
struct FileEnd {
    std::uint64_t invocations = 0;
    std::uint64_t lost = 0; ///< invocations not written, because of an error or the limit
};
Bytes write(const FileEnd& end);
FileEnd read_file_end(ByteReader payload);

} // namespace proxima::format
