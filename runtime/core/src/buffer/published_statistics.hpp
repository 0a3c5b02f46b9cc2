// The statistics of a thread's bins in its buffer file, where they outlive the process. Every entry
// has two slots: the next batch goes into the older, and counts when the batch is committed, so
// that a reader always finds all of a batch or nothing. See FORMAT.md, "Thread buffers".
#pragma once

#include "buffer/buffer_memory.hpp"
#include "buffer/sampler.hpp"

#include <cstdint>
#include <vector>

namespace proxima::detail {

class PublishedStatistics {
public:
    explicit PublishedStatistics(BufferMemory& memory) noexcept : memory_(memory) {}

    // Adds what a batch has changed, and commits it. What there is no room for on the disk is not
    // published; false if there is any of that.
    bool publish(const Sampler& sampler) noexcept;
    // The columns have been emptied.
    void begin_columns() noexcept;

private:
    using Entry = format::StatisticsEntry;

    bool update(Bin& bin, std::uint32_t node) noexcept;
    bool add(std::uint32_t node, BinKey bin) noexcept;
    bool grow() noexcept;
    Entry& entry(std::uint64_t index) const noexcept;

    BufferMemory& memory_;
    std::vector<Entry*> pieces_; // each twice as long as the one before
    std::uint64_t entries_ = 0;
};

} // namespace proxima::detail
