// The layout of a thread buffer: the mapped file `records/RANK-NUMBER.buffer`, which keeps what the
// record file beside it does not have yet. See FORMAT.md, "Thread buffers".
//
// Units: times are in ticks.
// Thread safety: the thread publishes values in the order that the members say; BufferCopy of
// files.hpp reads a consistent copy.
#pragma once

#include <proxima/format/statistics.hpp>

#include <cstddef>
#include <cstdint>

namespace proxima::format {

/// The numbers are part of the format. A reader skips sections that it does not know.
enum class SectionType : std::uint32_t {
    ends = 1,          ///< u64 for each invocation: end, thread time
    starts = 2,        ///< u64 for each invocation: start, thread time
    communication = 3, ///< u64 for each invocation: ticks
    nodes = 4,         ///< u64 for each invocation: node
    first_words = 5,   ///< u64 for each invocation: first parameter word
    more_words = 6,    ///< u64: the other parameter words of all invocations, one after another
    chunks = 7,        ///< bytes, as in a record file
    mpi_calls = 8,     ///< u64 for each node from 0 on: MPI calls outside of its children
    statistics = 9,    ///< StatisticsEntry, up to the first of node 0
    mpi_routines = 10,
    mpi_partners = 12,
    mpi_facts = 13,
    mpi_paths = 14,
    untimed = 15 ///< UntimedEntry, up to the first of node 0
};

/// A part of the file. Rows that are all 0 are not in use.
struct Section {
    SectionType type;
    std::uint32_t row_bytes;
    std::uint64_t offset; ///< offset in the file
    std::uint64_t bytes;
};

/// The first page of the file. The thread stores a counter after the data that it covers, so that
/// a reader may trust it after SIGKILL at any instant.
struct ThreadBufferHeader {
    static constexpr std::size_t page_size = 4096;
    static constexpr std::size_t most_sections = 32;
    static constexpr std::uint32_t supported_version = 2; ///< 1 names no run
    static constexpr unsigned char expected_magic[8] = {0x89, 'P',  'X',  'B',
                                                        '\r', '\n', 0x1a, '\n'};

    unsigned char magic[8]; ///< zeros: the buffer is empty. Stored last.
    std::uint32_t version;
    std::uint32_t rank;
    std::uint32_t number;              ///< number of the thread buffer in its process
    std::uint32_t capacity;            ///< invocations that the columns hold
    std::uint32_t more_words_capacity; ///< 8-byte words
    std::uint32_t section_count;       ///< stored after the section
    std::uint64_t chunk_bytes;         ///< bytes of complete chunks
    std::uint64_t block;               ///< number that the columns' block will get
    std::uint64_t count;               ///< complete invocations in the columns
    std::uint64_t more_words;          ///< further parameter words of these invocations
    std::uint64_t lost;                ///< lower bound of the invocations in no file
    std::uint64_t batch;             ///< number that the columns' batch will get in the statistics
    std::uint64_t batches;           ///< batches in the statistics
    Section sections[most_sections]; ///< several of one type are read one after another
    std::uint64_t run_device;        ///< device and inode of the run directory; 0 in version 1
    std::uint64_t run_inode;
};

static_assert(sizeof(Section) == 24 && sizeof(ThreadBufferHeader) == 88 + 32 * 24 + 16 &&
                  offsetof(ThreadBufferHeader, chunk_bytes) == 32 &&
                  offsetof(ThreadBufferHeader, sections) == 88,
              "the layout is part of the format");

/// The sums of one bin of a node. The next batch is written into the slot with the smaller number;
/// the slot counts whose number is the largest of those from 1 to `batches`.
struct StatisticsEntry {
    struct Slot {
        std::uint64_t batch;
        Sums sums;
    };

    std::uint32_t node; ///< number of the node, from 1; stored after the bin
    std::int32_t bin;
    Slot slots[2];
};

static_assert(sizeof(StatisticsEntry) == 136, "the layout is part of the format");

/// The calls of one bin of a node that were counted without reading the clock. Slots as above; the
/// statistics have `included` of the calls.
struct UntimedEntry {
    struct Slot {
        std::uint64_t batch;
        std::uint64_t included;
    };

    std::uint32_t node; ///< number of the node, from 1; stored after the bin
    std::int32_t bin;
    std::uint64_t calls;
    Slot slots[2];
};

static_assert(sizeof(UntimedEntry) == 48, "the layout is part of the format");

} // namespace proxima::format
