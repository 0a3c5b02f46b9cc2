#include "buffer/published_statistics.hpp"

namespace proxima::detail {
namespace {

// The slot of an entry that the next batch overwrites: the older one.
template <class Entry>
typename Entry::Slot& older_slot(Entry& entry) noexcept {
    return entry.slots[entry.slots[0].batch < entry.slots[1].batch ? 0 : 1];
}

} // namespace

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

bool PublishedStatistics::count_untimed(Bin& bin, std::uint32_t node) {
    if (bin.untimed.entry == nullptr) {
        bin.untimed.entry = add(untimed_, node, bin.key);
    }
    return bin.untimed.entry != nullptr;
}

bool PublishedStatistics::update(Bin& bin, std::uint32_t node) {
    if (bin.entry == nullptr) {
        bin.entry = add(statistics_, node, bin.key);
    }
    if (bin.entry == nullptr) {
        return false;
    }
    const std::uint64_t batch = memory_.buffer().counters.batches + 1;
    auto& slot = older_slot(*bin.entry);
    slot.sums = format::sums_of(bin.statistics);
    __atomic_store_n(&slot.batch, batch, __ATOMIC_RELEASE);
    if (bin.untimed.entry != nullptr) {
        auto& of_untimed = older_slot(*bin.untimed.entry);
        of_untimed.included = bin.untimed.included;
        __atomic_store_n(&of_untimed.batch, batch, __ATOMIC_RELEASE);
    }
    return true;
}

template <class Entry>
Entry* PublishedStatistics::add(Entries<Entry>& entries, std::uint32_t node, BinKey bin) {
    if (entries.next == entries.end) {
        void* const piece =
            memory_.add_section(entries.type, sizeof(Entry), entries.piece * sizeof(Entry));
        entries.next = entries.end = static_cast<Entry*>(piece);
        if (piece == nullptr) {
            return nullptr;
        }
        entries.end += entries.piece;
        entries.piece *= 2;
    }
    Entry* const added = entries.next++;
    added->bin = bin; // NOLINT(bugprone-signed-char-misuse): a number, from -128 on
    __atomic_store_n(&added->node, node, __ATOMIC_RELEASE);
    return added;
}

} // namespace proxima::detail
