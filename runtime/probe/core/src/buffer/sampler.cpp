#include "buffer/sampler.hpp"

#include <algorithm>
#include <sys/resource.h>
#include <utility>

namespace proxima::detail {
namespace {

// Tests whether the invocations surely share a bin.
bool share_bin(const TreeNode& node, const std::uint64_t* words, std::size_t count) noexcept {
    return count == 1 || node.parameters == 0 ||
           (!node.may_miss && format::one_bin(node.where->method->words[0], words[0],
                                              format::kernels().differing_bits(words, count)));
}

// The other words of an invocation; null if no value can be missing.
const std::uint64_t* further_words(const ThreadBuffer& buffer, const TreeNode& node,
                                   const NodeColumns& columns, std::size_t i) noexcept {
    return node.may_miss ? buffer.more_words + columns.more_words[i] : nullptr;
}

std::uint64_t duration_of(const ThreadBuffer& buffer, const NodeColumns& columns,
                          std::size_t i) noexcept {
    return columns.duration == nullptr ? buffer.end[i] - buffer.start[i] : columns.duration[i];
}

std::uint64_t communication_of(const NodeColumns& columns, std::size_t i) noexcept {
    return columns.communication == nullptr ? 0 : columns.communication[i];
}

std::size_t index_of(const NodeColumns& columns, std::size_t i) noexcept {
    return columns.index == nullptr ? i : columns.index[i];
}

} // namespace

Sampler::Sampler(const Configuration& configuration, double ticks_per_second)
    : preempted_ticks_(100 * short_call * ticks_per_second) {
    prepare(configuration);
}

// The columns stay uninitialised, so that unused pages take no memory.
void Sampler::prepare(const Configuration& configuration) {
    if (configuration.leaves_out() && columns_ == nullptr) {
        columns_.reset(new ThreadBuffer); // NOLINT(modernize-make-unique): it would initialise
    }
    chooses_ = configuration.records_some();
}

std::uint64_t Sampler::take(ThreadBuffer& buffer, Tree& tree, std::uint64_t count,
                            bool communicated) {
    ++batch_;
    chosen_ = 0;
    added_.clear();
    if (chooses_) {
        std::fill_n(further_words_.begin(), count + 1, 0);
    }
    see_preemption();
    order_.sort(buffer, tree, count, communicated, chooses_);
    for (const NodeColumns& columns : order_.groups()) {
        TreeNode& node = tree.node(columns.node);
        node.is_thinned() ? take_thinned(buffer, node, columns) : take_node(buffer, node, columns);
    }
    return include_untimed();
}

void Sampler::see_preemption() noexcept {
    rusage usage{};
    getrusage(RUSAGE_THREAD, &usage);
    was_preempted_ = usage.ru_nivcsw != std::exchange(preemptions_, usage.ru_nivcsw);
}

// Adds invocations in runs: consecutive parameters usually have about the same size.
void Sampler::take_node(const ThreadBuffer& buffer, TreeNode& node, const NodeColumns& columns) {
    for (std::size_t begin = 1; begin <= columns.count; begin += run_length) {
        const Run run{begin, std::min<std::size_t>(run_length, columns.count + 1 - begin)};
        if (share_bin(node, columns.first_word + begin, run.count)) {
            take_run(buffer, node, columns, run);
            continue;
        }
        for (std::size_t i = begin; i < begin + run.count; ++i) {
            Bin& bin = bin_of(node, columns.first_word[i], further_words(buffer, node, columns, i));
            const std::uint64_t before = bin.statistics.calls;
            format::TickStatistics one;
            one.add(duration_of(buffer, columns, i), communication_of(columns, i));
            add(bin, one);
            if (chooses_) {
                choose(node, columns, before, {i, 1});
            }
        }
    }
}

void Sampler::take_run(const ThreadBuffer& buffer, TreeNode& node, const NodeColumns& columns,
                       const Run& run) {
    Bin& bin = bin_of(node, columns.first_word[run.begin],
                      further_words(buffer, node, columns, run.begin));
    const std::uint64_t before = bin.statistics.calls;
    format::DurationSummary summary;
    put_durations(buffer, columns, run.begin, run.count, scratch_.data(), summary);
    add(bin, statistics_of(summary, columns, run.begin, run.count));
    if (chooses_) {
        choose(node, columns, before, run);
    }
}

// A long one in a batch with preemption stands for itself only.
void Sampler::take_thinned(const ThreadBuffer& buffer, TreeNode& node, const NodeColumns& columns) {
    for (std::size_t i = 1; i <= columns.count; ++i) {
        Bin& bin = bin_of(node, columns.first_word[i], further_words(buffer, node, columns, i));
        const std::uint64_t before = bin.statistics.calls;
        format::TickStatistics one;
        one.add(duration_of(buffer, columns, i), communication_of(columns, i));
        add(bin, one);
        if (chooses_ && node.bins->sampling().kind != SamplingKind::every) {
            choose(node, columns, before, {i, 1});
        } else if (chooses_ && std::exchange(is_due_[index_of(columns, i)], false)) {
            record(node, columns, i);
            continue;
        }
        const bool is_preempted = was_preempted_ && static_cast<double>(one.sum) > preempted_ticks_;
        if (bin.untimed.on && !is_preempted) {
            bin.untimed.sample.merge(one);
        }
    }
}

std::uint64_t Sampler::include_untimed() noexcept {
    std::uint64_t included = 0;
    for (const Added& added : added_) {
        Bin& bin = *added.node->bins->find(added.bin);
        included += bin.include_untimed(bin.untimed.sample);
        bin.untimed.sample = {};
    }
    return included;
}

inline void Sampler::add(Bin& bin, const format::TickStatistics& more) const noexcept {
    bin.statistics.merge(more);
    if (!was_preempted_) {
        bin.untimed.known.merge(more);
    }
}

inline Bin& Sampler::bin_of(TreeNode& node, std::uint64_t first_word,
                            const std::uint64_t* further) {
    const BinKey key = node.bin_key(first_word, further);
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

inline void Sampler::record(const TreeNode& node, const NodeColumns& columns,
                            std::size_t i) noexcept {
    further_words_[index_of(columns, i)] =
        node.words > 1 ? static_cast<std::uint32_t>(columns.more_words[i]) : 1;
    ++chosen_;
}

inline void Sampler::choose(TreeNode& node, const NodeColumns& columns, std::uint64_t before,
                            const Run& run) noexcept {
    const Sampling& sampling = node.bins->sampling();
    switch (sampling.kind) {
    case SamplingKind::all:
        for (std::uint64_t i = 0; i < run.count; ++i) {
            record(node, columns, run.begin + i);
        }
        break;
    case SamplingKind::every: {
        std::uint64_t& pass_over = node.bins->pass_over;
        for (; pass_over < run.count; pass_over += sampling.number) {
            record(node, columns, run.begin + pass_over);
        }
        pass_over -= run.count;
        break;
    }
    case SamplingKind::first:
        for (std::uint64_t i = 0; i < run.count && before + i < sampling.number; ++i) {
            record(node, columns, run.begin + i);
        }
        break;
    case SamplingKind::aggregate:
        break;
    }
}

ThreadBuffer& Sampler::columns_of_chosen(ThreadBuffer& buffer, Tree& tree,
                                         std::uint64_t count) const noexcept {
    if (chosen_ == count) {
        return buffer;
    }
    ThreadBuffer& to = *columns_;
    std::uint64_t taken = 0;
    std::uint64_t more = 0;
    for (std::uint64_t index = 1; index <= count; ++index) {
        if (further_words_[index] == 0) {
            continue;
        }
        ++taken;
        to.end[taken] = buffer.end[index];
        to.start[taken] = buffer.start[index];
        to.communication[taken] = buffer.communication[index];
        to.node[taken] = buffer.node[index];
        to.first_word[taken] = buffer.first_word[index];
        const std::uint32_t words = tree.node(buffer.node[index]).words_beyond_first();
        std::copy_n(buffer.more_words + further_words_[index], words, to.more_words + 1 + more);
        more += words;
    }
    to.counters.count = taken;
    to.counters.more_words = more;
    to.head.overhead = buffer.head.overhead;
    return to;
}

} // namespace proxima::detail
