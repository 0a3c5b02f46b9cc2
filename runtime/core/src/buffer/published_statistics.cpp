#include "buffer/published_statistics.hpp"

#include <new>

namespace proxima::detail {

namespace {

constexpr std::uint64_t first_piece = 1024; // entries

} // namespace

bool PublishedStatistics::publish(const Sampler& sampler) noexcept {
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

bool PublishedStatistics::update(Bin& bin, std::uint32_t node) noexcept {
    if (bin.entry == 0) {
        if (!add(node, bin.key)) {
            return false;
        }
        bin.entry = static_cast<std::uint32_t>(entries_);
    }
    Entry& changed = entry(bin.entry - 1);
    const std::uint64_t batch = memory_.buffer().counters.batches + 1;
    const bool first_is_older = changed.slots[0].batch < changed.slots[1].batch;
    Entry::Slot& slot = changed.slots[first_is_older ? 0 : 1];
    slot.sums = format::sums_of(bin.statistics);
    __atomic_store_n(&slot.batch, batch, __ATOMIC_RELEASE);
    return true;
}

bool PublishedStatistics::add(std::uint32_t node, BinKey bin) noexcept {
    const std::uint64_t room = first_piece * ((std::uint64_t{1} << pieces_.size()) - 1);
    if (entries_ == room && !grow()) {
        return false;
    }
    ++entries_;
    Entry& added = entry(entries_ - 1);
    added.bin = bin; // NOLINT(bugprone-signed-char-misuse): a number, from -128 on
    __atomic_store_n(&added.node, node, __ATOMIC_RELEASE);
    return true;
}

bool PublishedStatistics::grow() noexcept {
    try {
        pieces_.reserve(pieces_.size() + 1);
    } catch (const std::bad_alloc&) {
        return false;
    }
    const std::size_t bytes = (first_piece << pieces_.size()) * sizeof(Entry);
    void* const piece = memory_.add_section(format::SectionType::statistics, sizeof(Entry), bytes);
    if (piece != nullptr) {
        pieces_.push_back(static_cast<Entry*>(piece));
    }
    return piece != nullptr;
}

PublishedStatistics::Entry& PublishedStatistics::entry(std::uint64_t index) const noexcept {
    const auto piece = static_cast<unsigned>(63 - __builtin_clzll(index / first_piece + 1));
    const std::uint64_t begin = first_piece * ((std::uint64_t{1} << piece) - 1);
    return pieces_[piece][index - begin];
}

} // namespace proxima::detail
