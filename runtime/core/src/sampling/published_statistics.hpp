// The statistics of a lane's bins in its ring file, where they outlive the process. Every entry has
// two slots: the next batch goes into the older, and counts when the batch is committed, so that a
// reader always finds all of a batch or nothing. See FORMAT.md, "Ring files".
#pragma once

#include "sampling/sampler.hpp"
#include "system/buffer_file.hpp"
#include "system/file.hpp"

#include <cstdint>
#include <vector>

namespace proxima::detail {

// In the header page of a ring file, at ring_statistics_offset.
struct RingStatistics {
    std::uint64_t offset;  // of the entries in the file; 0: there are none
    std::uint64_t entries; // stored after the entries it covers
    std::uint64_t batches; // those committed
    std::uint64_t columns; // the batch that is in the columns
};

constexpr std::size_t ring_statistics_offset = 256;

class PublishedStatistics {
public:
    PublishedStatistics() = default;
    PublishedStatistics(const PublishedStatistics&) = delete;
    PublishedStatistics& operator=(const PublishedStatistics&) = delete;
    ~PublishedStatistics() { close(); }

    // From now on in `ring`, a file that has `size` bytes and is mapped with its header at `head`.
    void open(BufferFile& ring, std::size_t size, RingStatistics& head) noexcept;
    void close() noexcept;

    // Adds what a batch has changed, and commits it. What there is no room for on the disk is not
    // published.
    void publish(const Sampler& sampler) noexcept;
    // The columns have been emptied.
    void begin_columns() noexcept;
    // What is published does not count: the file has no statistics.
    void withdraw() noexcept;
    // Whether there has been room for all.
    bool whole() const noexcept { return head_ != nullptr && !lacks_entries_; }

    // Copies what is published into another ring file.
    bool write_to(int file) const noexcept;

private:
    struct Slot {
        std::uint64_t number; // of the batch, from 1
        std::uint64_t calls;
        std::uint64_t sum;
        std::uint64_t squares_low;
        std::uint64_t squares_high;
        std::uint64_t minimum;
        std::uint64_t maximum;
        std::uint64_t communication;
    };
    struct Entry {
        std::uint32_t node;
        std::int32_t bin;
        Slot slots[2];
    };
    static constexpr std::size_t piece_entries = 1024;
    static constexpr std::size_t piece_size = piece_entries * sizeof(Entry);
    static_assert(sizeof(Entry) == 136 && piece_size % 4096 == 0);

    void update(std::uint32_t& entry, std::uint32_t node, BinKey bin,
                const Statistics& statistics) noexcept;
    bool add(std::uint32_t node, BinKey bin) noexcept;
    bool grow() noexcept;
    Entry& entry(std::uint64_t index) const noexcept {
        return pieces_[index / piece_entries][index % piece_entries];
    }

    BufferFile* ring_ = nullptr;
    RingStatistics* head_ = nullptr; // null: nothing is published
    std::vector<Entry*> pieces_;
    bool lacks_entries_ = false;
};

} // namespace proxima::detail
