#include "buffer/sampler.hpp"

#include "buffer/summary.hpp"

#include <algorithm>

namespace proxima::detail {

namespace {

bool chooses(const Sampling& sampling) noexcept {
    return sampling.kind != SamplingKind::aggregate && sampling.kind != SamplingKind::off;
}

BinKey bin_key(const TreeNode& node, std::uint64_t word) noexcept {
    return node.parameters == 0 ? BinKey{0} : format::bin_of(node.where->method->words[0], word);
}

// Whether the invocations, whose parameters begin with `words`, share a bin. False may mean that
// this is not known.
bool share_bin(const TreeNode& node, const std::uint64_t* words, std::uint64_t count) noexcept {
    return node.parameters == 0 || format::one_bin(node.where->method->words[0], words[0],
                                                   format::kernels().differing_bits(words, count));
}

std::uint32_t words_beyond_first(const TreeNode& node) noexcept {
    return node.words > 1 ? node.words - 1 : 0;
}

} // namespace

// The columns are not initialised: their pages are touched only if something is chosen.
Sampler::Sampler(bool leaves_out) : columns_(leaves_out ? new ThreadBuffer : nullptr) {
}

void Sampler::prepare(const TreeNode& node) {
    order_.prepare(node);
    chooses_ |= chooses(node.bins->sampling());
}

void Sampler::take(const ThreadBuffer& buffer, Tree& tree, std::uint64_t count, bool communicated) {
    ++batch_;
    chosen_ = more_ = 0;
    added_.clear();
    if (!chooses_ && !format::kernels().all_equal(buffer.node + 1, count)) {
        order_.sort(buffer, tree, count, communicated);
        for (const NodeColumns& columns : order_.groups()) {
            sum_up(tree.node(columns.node), columns);
        }
        return;
    }
    for (std::uint64_t begin = 1; begin <= count; begin += run_length) {
        const Run run{begin, std::min<std::uint64_t>(run_length, count + 1 - begin)};
        const bool one_node = format::kernels().all_equal(buffer.node + begin, run.count);
        if (!one_node || !take_run(buffer, tree.node(buffer.node[begin]), run)) {
            take_singly(buffer, tree, run);
        }
    }
}

// In a loop, mostly all have the same path and a parameter of about the same size.
bool Sampler::take_run(const ThreadBuffer& buffer, TreeNode& node, const Run& run) {
    const std::uint64_t* const words = buffer.first_word + run.begin;
    if (!share_bin(node, words, run.count)) {
        return false;
    }
    Bin& bin = bin_of(node, bin_key(node, words[0]));
    const std::uint64_t before = bin.statistics.calls;
    format::DurationSummary summary;
    format::kernels().durations(scratch_.data(), buffer.end + run.begin, buffer.start + run.begin,
                                run.count, summary);
    add(bin.statistics, summary, run.count, sum(buffer.communication + run.begin, run.count));
    choose(*node.bins, before, run, words_beyond_first(node));
    return true;
}

void Sampler::take_singly(const ThreadBuffer& buffer, Tree& tree, const Run& run) {
    for (std::uint64_t i = run.begin; i < run.begin + run.count; ++i) {
        TreeNode& node = tree.node(buffer.node[i]);
        Bin& bin = bin_of(node, bin_key(node, buffer.first_word[i]));
        const std::uint64_t before = bin.statistics.calls;
        bin.statistics.add(buffer.end[i] - buffer.start[i], buffer.communication[i]);
        choose(*node.bins, before, {i, 1}, words_beyond_first(node));
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
    format::DurationSummary summary;
    format::kernels().summed(scratch_.data(), columns.duration + run.begin, run.count, summary);
    const std::uint64_t communication =
        columns.communication == nullptr ? 0 : sum(columns.communication + run.begin, run.count);
    add(bin_of(node, bin_key(node, words[0])).statistics, summary, run.count, communication);
    return true;
}

void Sampler::sum_up_singly(TreeNode& node, const NodeColumns& columns, const Run& run) {
    for (std::uint64_t i = run.begin; i < run.begin + run.count; ++i) {
        Bin& bin = bin_of(node, bin_key(node, columns.first_word[i]));
        bin.statistics.add(columns.duration[i],
                           columns.communication == nullptr ? 0 : columns.communication[i]);
    }
}

inline Bin& Sampler::bin_of(TreeNode& node, BinKey key) {
    Bin* bin = node.bins->find(key);
    if (bin == nullptr) {
        bin = &node.bins->add(key);
    }
    if (bin->batch != batch_) {
        bin->batch = batch_;
        added_.push_back({&node, bin->key});
    }
    return *bin;
}

inline void Sampler::choose(Bins& bins, std::uint64_t before, const Run& run,
                            std::uint32_t more_words) noexcept {
    const Sampling& sampling = bins.sampling();
    const auto add = [&](std::uint64_t offset) {
        add_chosen(run.begin + offset, more_ + offset * more_words);
    };
    switch (sampling.kind) {
    case SamplingKind::all:
        for (std::uint64_t i = 0; i < run.count; ++i) {
            add(i);
        }
        break;
    case SamplingKind::every:
        for (; bins.pass_over < run.count; bins.pass_over += sampling.number) {
            add(bins.pass_over);
        }
        bins.pass_over -= run.count;
        break;
    case SamplingKind::first:
        for (std::uint64_t i = 0; i < run.count && before + i < sampling.number; ++i) {
            add(i);
        }
        break;
    case SamplingKind::aggregate:
    case SamplingKind::off:
        break;
    }
    more_ += run.count * more_words;
}

inline void Sampler::add_chosen(std::uint64_t index, std::uint64_t more) noexcept {
    indexes_[chosen_] = static_cast<std::uint32_t>(index);
    more_words_[chosen_] = static_cast<std::uint32_t>(more);
    ++chosen_;
}

ThreadBuffer& Sampler::columns_of_chosen(ThreadBuffer& buffer, Tree& tree,
                                         std::uint64_t count) const noexcept {
    if (chosen_ == count) {
        return buffer;
    }
    ThreadBuffer& to = *columns_;
    std::uint64_t more = 0;
    for (std::uint64_t i = 0; i < chosen_; ++i) {
        const std::uint64_t index = indexes_[i];
        to.end[i + 1] = buffer.end[index];
        to.start[i + 1] = buffer.start[index];
        to.communication[i + 1] = buffer.communication[index];
        to.node[i + 1] = buffer.node[index];
        to.first_word[i + 1] = buffer.first_word[index];
        const std::uint32_t words = words_beyond_first(tree.node(buffer.node[index]));
        std::copy_n(buffer.more_words + 1 + more_words_[i], words, to.more_words + 1 + more);
        more += words;
    }
    to.counters.count = chosen_;
    to.counters.more_words = more;
    to.head.overhead = buffer.head.overhead;
    return to;
}

} // namespace proxima::detail
