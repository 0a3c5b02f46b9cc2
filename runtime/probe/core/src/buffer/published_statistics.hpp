// The statistics of a thread's bins in its buffer file, where they survive a kill. Every entry is a
// double buffer: a batch overwrites the older slot and counts once it is committed, so that a
// reader finds all of a batch or nothing. See FORMAT.md, "Thread buffers".
#pragma once

#include "buffer/buffer_memory.hpp"
#include "buffer/sampler.hpp"

#include <cstddef>
#include <cstdint>

namespace proxima::detail {

class PublishedStatistics {
public:
    explicit PublishedStatistics(BufferMemory& memory) noexcept : memory_(memory) {}

    // Writes the bins of a batch, and commits it. False if the disk is too full for some.
    // Throws std::bad_alloc.
    bool publish(const Sampler& sampler);
    // Gives the bin an entry for untimed invocations. False if the disk is too full.
    // Throws std::bad_alloc.
    bool count_untimed(Bin& bin, std::uint32_t node);
    // Begins the next batch, once the columns have been drained.
    void begin_columns() noexcept;

private:
    // Entries of one kind in the buffer file.
    template <class Entry>
    struct Entries {
        format::SectionType type;
        std::size_t piece = 1024; // entries of the next piece; sizes double
        Entry* next = nullptr;    // next free entry
        Entry* end = nullptr;     // end of the piece
    };

    bool update(Bin& bin, std::uint32_t node);
    // Returns null if the disk is full.
    template <class Entry>
    Entry* add(Entries<Entry>& entries, std::uint32_t node, BinKey bin);

    BufferMemory& memory_;
    Entries<format::StatisticsEntry> statistics_{format::SectionType::statistics};
    Entries<format::UntimedEntry> untimed_{format::SectionType::untimed};
};

} // namespace proxima::detail
