#include "sampling/sampler.hpp"

#include "encoding/summary.hpp"

#include <algorithm>

namespace proxima::detail {

void Sampler::take(const Lane& lane, Tree& tree, std::uint64_t count) {
    ++batch_;
    chosen_ = more_ = 0;
    placed_ = false;
    added_.clear();
    for (std::uint64_t begin = 1; begin <= count; begin += run_length) {
        const Run run{begin, std::min<std::uint64_t>(run_length, count + 1 - begin)};
        const bool one_node = kernels().all_equal(lane.node + begin, run.count);
        if (!one_node || !take_run(lane, tree.node(lane.node[begin]), run)) {
            take_singly(lane, tree, run);
        }
    }
}

// In a loop, mostly all have the same path and a parameter of about the same size.
bool Sampler::take_run(const Lane& lane, TreeNode& node, const Run& run) {
    BinKey key = 0;
    if (node.parameters != 0) {
        const ColumnType type = node.where->method->words[0];
        const std::uint64_t* const words = lane.first_word + run.begin;
        if (!one_bin(type, words[0], kernels().differing_bits(words, run.count))) {
            return false;
        }
        key = detail::bin_of(type, words[0]);
    }
    Bin& bin = bin_of(node, key);
    const std::uint64_t before = bin.statistics.calls;
    DurationSummary summary;
    kernels().durations(scratch_.data(), lane.end + run.begin, lane.start + run.begin, run.count,
                        summary);
    add(bin.statistics, summary, run.count, sum(lane.communication + run.begin, run.count));
    choose(*node.bins, bin, before, run, node.words > 1 ? node.words - 1 : 0);
    return true;
}

void Sampler::take_singly(const Lane& lane, Tree& tree, const Run& run) {
    for (std::uint64_t i = run.begin; i < run.begin + run.count; ++i) {
        TreeNode& node = tree.node(lane.node[i]);
        const BinKey key = node.parameters == 0
                               ? BinKey{0}
                               : detail::bin_of(node.where->method->words[0], lane.first_word[i]);
        Bin& bin = bin_of(node, key);
        const std::uint64_t before = bin.statistics.calls;
        bin.statistics.add(lane.end[i] - lane.start[i], lane.communication[i]);
        choose(*node.bins, bin, before, {i, 1}, node.words > 1 ? node.words - 1 : 0);
    }
}

inline Bin& Sampler::bin_of(TreeNode& node, BinKey key) {
    Bin* bin = node.bins->find(key);
    if (bin == nullptr) {
        bin = &node.bins->add(key);
        if (bin->statistics.calls == 0) {
            start_reservoir(node, node.bins->recording(), *bin);
        }
    }
    if (bin->batch != batch_) {
        bin->batch = batch_;
        added_.push_back({&node, bin->key});
    }
    return *bin;
}

void Sampler::start_reservoir(const TreeNode& node, const Recording& recording, Bin& bin) noexcept {
    if (recording.kind != RecordingKind::reservoir) {
        return;
    }
    SplitMix mixed(seed_ + std::uint64_t{node.id} * 256 + static_cast<std::uint8_t>(bin.key));
    bin.reservoir = Reservoir(recording.number, mixed.next());
    bin.first_place = next_place_;
    next_place_ += recording.number;
}

inline void Sampler::choose(Bins& bins, Bin& bin, std::uint64_t before, const Run& run,
                            std::uint32_t more_words) noexcept {
    const Recording& recording = bins.recording();
    const auto add = [&](std::uint64_t offset, std::uint64_t place) {
        add_chosen(run.begin + offset, more_ + offset * more_words, place);
    };
    switch (recording.kind) {
    case RecordingKind::all:
        for (std::uint64_t i = 0; i < run.count; ++i) {
            add(i, 0);
        }
        break;
    case RecordingKind::every:
        for (; bins.pass_over < run.count; bins.pass_over += recording.number) {
            add(bins.pass_over, 0);
        }
        bins.pass_over -= run.count;
        break;
    case RecordingKind::reservoir:
        while (bin.reservoir.next() <= before + run.count) {
            const std::uint64_t offset = bin.reservoir.next() - before - 1;
            add(offset, bin.first_place + bin.reservoir.choose());
        }
        break;
    case RecordingKind::aggregate:
    case RecordingKind::off:
        break;
    }
    more_ += run.count * more_words;
}

inline void Sampler::add_chosen(std::uint64_t index, std::uint64_t more,
                                std::uint64_t place) noexcept {
    indexes_[chosen_] = static_cast<std::uint32_t>(index);
    more_words_[chosen_] = static_cast<std::uint32_t>(more);
    places_[++chosen_] = place;
    placed_ |= place != 0;
}

void Sampler::copy(const Lane& from, Tree& tree, Lane& to) const noexcept {
    std::uint64_t more = 0;
    for (std::uint64_t i = 0; i < chosen_; ++i) {
        const std::uint64_t index = indexes_[i];
        to.end[i + 1] = from.end[index];
        to.start[i + 1] = from.start[index];
        to.communication[i + 1] = from.communication[index];
        to.node[i + 1] = from.node[index];
        to.first_word[i + 1] = from.first_word[index];
        const std::uint32_t words = tree.node(from.node[index]).words;
        if (words > 1) {
            std::copy_n(from.more_words + 1 + more_words_[i], words - 1, to.more_words + 1 + more);
            more += words - 1;
        }
    }
    to.head.count = chosen_;
    to.head.more_words = more;
    to.head.overhead = from.head.overhead;
}

} // namespace proxima::detail
