#include "sampling/sampler.hpp"

#include "encoding/summary.hpp"

#include <algorithm>

namespace proxima::detail {

namespace {

bool chooses(const Recording& recording) noexcept {
    return recording.kind != RecordingKind::aggregate && recording.kind != RecordingKind::off;
}

std::uint64_t communication_of(const NodeColumns& columns, std::uint64_t index) noexcept {
    return columns.communication == nullptr ? 0 : columns.communication[index];
}

BinKey bin_key(const TreeNode& node, std::uint64_t word) noexcept {
    return node.parameters == 0 ? BinKey{0} : format::bin_of(node.where->method->words[0], word);
}

// Whether the invocations, whose parameters begin with `words`, share a bin. False may mean that
// this is not known.
bool share_bin(const TreeNode& node, const std::uint64_t* words, std::uint64_t count) noexcept {
    return node.parameters == 0 ||
           one_bin(node.where->method->words[0], words[0], kernels().differing_bits(words, count));
}

} // namespace

void Sampler::prepare(const TreeNode& node) {
    order_.prepare(node);
    chooses_ |= chooses(node.bins->recording());
}

void Sampler::take(const Lane& lane, Tree& tree, std::uint64_t count, bool communicated) {
    ++batch_;
    chosen_ = more_ = 0;
    placed_ = false;
    added_.clear();
    if (!chooses_ && !kernels().all_equal(lane.node + 1, count)) {
        order_.sort(lane, tree, count, communicated);
        for (const NodeColumns& columns : order_.groups()) {
            sum_up(tree.node(columns.node), columns);
        }
        return;
    }
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
    const std::uint64_t* const words = lane.first_word + run.begin;
    if (!share_bin(node, words, run.count)) {
        return false;
    }
    Bin& bin = bin_of(node, bin_key(node, words[0]));
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
        Bin& bin = bin_of(node, bin_key(node, lane.first_word[i]));
        const std::uint64_t before = bin.statistics.calls;
        bin.statistics.add(lane.end[i] - lane.start[i], lane.communication[i]);
        choose(*node.bins, bin, before, {i, 1}, node.words > 1 ? node.words - 1 : 0);
    }
}

// Where nothing is chosen, the order among nodes does not matter.
void Sampler::sum_up(TreeNode& node, const NodeColumns& columns) {
    for (std::uint64_t begin = 1; begin <= columns.count; begin += run_length) {
        const Run run{begin, std::min<std::uint64_t>(run_length, columns.count + 1 - begin)};
        if (!sum_up_run(node, columns, run)) {
            sum_up_singly(node, columns, run);
        }
    }
}

bool Sampler::sum_up_run(TreeNode& node, const NodeColumns& columns, const Run& run) {
    const std::uint64_t* const words = columns.first_word + run.begin;
    if (!share_bin(node, words, run.count)) {
        return false;
    }
    DurationSummary summary;
    kernels().summed(scratch_.data(), columns.duration + run.begin, run.count, summary);
    const std::uint64_t communication =
        columns.communication == nullptr ? 0 : sum(columns.communication + run.begin, run.count);
    add(bin_of(node, bin_key(node, words[0])).statistics, summary, run.count, communication);
    return true;
}

void Sampler::sum_up_singly(TreeNode& node, const NodeColumns& columns, const Run& run) {
    for (std::uint64_t i = run.begin; i < run.begin + run.count; ++i) {
        Bin& bin = bin_of(node, bin_key(node, columns.first_word[i]));
        bin.statistics.add(columns.duration[i], communication_of(columns, i));
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
