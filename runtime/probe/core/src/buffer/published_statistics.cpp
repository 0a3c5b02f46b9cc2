#include "buffer/published_statistics.hpp"

namespace proxima::detail {

bool PublishedStatistics::publish(const Sampler& sampler) {
    bool whole = true;
    for (const Sampler::Added& added : sampler.added()) {
        Bin* const bin = added.node->bins->find(added.bin);
        whole = update(*bin, added.node->id) && whole;
    }
    std::uint64_t& batches = memory_.buffer().counters.batches;
    __atomic_store_n(&batches, batches + 1, __ATOMIC_RELEASE);
    return whole;
}

void PublishedStatistics::begin_columns() noexcept {
    BufferCounters& counters = memory_.buffer().counters;
    __atomic_store_n(&counters.batch, counters.batches + 1, __ATOMIC_RELEASE);
}

bool PublishedStatistics::update(Bin& bin, std::uint32_t node) {
    if (bin.entry == nullptr) {
        bin.entry = add(node, bin.key);
    }
    if (bin.entry == nullptr) {
        return false;
    }
    Entry& changed = *bin.entry;
    const std::uint64_t batch = memory_.buffer().counters.batches + 1;
    const bool first_is_older = changed.slots[0].batch < changed.slots[1].batch;
    Entry::Slot& slot = changed.slots[first_is_older ? 0 : 1];
    slot.sums = format::sums_of(bin.statistics);
    __atomic_store_n(&slot.batch, batch, __ATOMIC_RELEASE);
    return true;
}

PublishedStatistics::Entry* PublishedStatistics::add(std::uint32_t node, BinKey bin) {
    if (next_ == end_) {
        void* const piece = memory_.add_section(format::SectionType::statistics, sizeof(Entry),
                                                piece_ * sizeof(Entry));
        next_ = end_ = static_cast<Entry*>(piece);
        if (piece == nullptr) {
            return nullptr;
        }
        end_ += piece_;
        piece_ *= 2;
    }
    Entry* const added = next_++;
    added->bin = bin; // NOLINT(bugprone-signed-char-misuse): a number, from -128 on
    __atomic_store_n(&added->node, node, __ATOMIC_RELEASE);
    return added;
}

} // namespace proxima::detail
