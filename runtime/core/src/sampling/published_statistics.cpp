#include "sampling/published_statistics.hpp"

#include <new>
#include <sys/mman.h>

namespace proxima::detail {

void PublishedStatistics::open(BufferFile& ring, std::size_t size, RingStatistics& head) noexcept {
    close();
    ring_ = &ring;
    lacks_entries_ = false;
    head = {size, 0, 0, 0};
    head_ = &head;
}

void PublishedStatistics::close() noexcept {
    for (Entry* const piece : pieces_) {
        munmap(piece, piece_size);
    }
    pieces_.clear();
    head_ = nullptr;
}

void PublishedStatistics::publish(const Sampler& sampler) noexcept {
    if (head_ == nullptr) {
        return;
    }
    for (const Sampler::Added& added : sampler.added()) {
        TreeNode& node = *added.node;
        Bin& bin = *node.bins->find(added.bin);
        update(bin.entry, node.id, bin.key, bin.statistics);
        if (node.folded) {
            Statistics own;
            own.sum = node.exclusive;
            update(node.bins->own_time_entry, node.id, own_time, own);
        }
    }
    __atomic_store_n(&head_->batches, head_->batches + 1, __ATOMIC_RELEASE);
}

void PublishedStatistics::begin_columns() noexcept {
    if (head_ != nullptr) {
        __atomic_store_n(&head_->columns, head_->batches, __ATOMIC_RELEASE);
    }
}

void PublishedStatistics::withdraw() noexcept {
    if (head_ != nullptr) {
        head_->offset = 0;
    }
}

void PublishedStatistics::update(std::uint32_t& number, std::uint32_t node, BinKey bin,
                                 const Statistics& statistics) noexcept {
    if (number == 0) {
        if (!add(node, bin)) {
            lacks_entries_ = true;
            return;
        }
        number = static_cast<std::uint32_t>(head_->entries);
    }
    Entry& changed = entry(number - 1);
    const std::uint64_t batch = head_->batches + 1;
    // A slot of this batch is written again: a folded node's, by each of its bins.
    Slot& slot = changed.slots[0].number == batch                    ? changed.slots[0]
                 : changed.slots[1].number == batch                  ? changed.slots[1]
                 : changed.slots[0].number < changed.slots[1].number ? changed.slots[0]
                                                                     : changed.slots[1];
    slot.calls = statistics.calls;
    slot.sum = statistics.sum;
    slot.squares_low = static_cast<std::uint64_t>(statistics.squares);
    slot.squares_high = static_cast<std::uint64_t>(statistics.squares >> 64U);
    slot.minimum = statistics.minimum;
    slot.maximum = statistics.maximum;
    slot.communication = statistics.communication;
    __atomic_store_n(&slot.number, batch, __ATOMIC_RELEASE);
}

bool PublishedStatistics::add(std::uint32_t node, BinKey bin) noexcept {
    if (head_->entries == pieces_.size() * piece_entries && !grow()) {
        return false;
    }
    Entry& added = entry(head_->entries);
    added.node = node;
    added.bin = bin; // NOLINT(bugprone-signed-char-misuse): a number, from -128 on
    __atomic_store_n(&head_->entries, head_->entries + 1, __ATOMIC_RELEASE);
    return true;
}

bool PublishedStatistics::grow() noexcept {
    try {
        pieces_.reserve(pieces_.size() + 1);
    } catch (const std::bad_alloc&) {
        return false;
    }
    void* const piece = ring_->extend(piece_size);
    if (piece == nullptr) {
        return false;
    }
    pieces_.push_back(static_cast<Entry*>(piece));
    return true;
}

bool PublishedStatistics::write_to(int file) const noexcept {
    if (head_ == nullptr) {
        return true;
    }
    bool written = write_at(file, ring_statistics_offset, head_, sizeof *head_);
    for (std::size_t i = 0; i < pieces_.size(); ++i) {
        written = written && write_at(file, head_->offset + i * piece_size, pieces_[i], piece_size);
    }
    return written;
}

} // namespace proxima::detail
