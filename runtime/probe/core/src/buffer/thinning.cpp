#include "buffer/thinning.hpp"

#include <proxima/detail/regions.hpp>

#include <utility>

namespace proxima::detail {
namespace {

// Calls below would be time of the node that is not its own; events and regions read no clock in
// pairs; the time of communication is exact.
bool may_go_untimed(const TreeNode& node) noexcept {
    return node.bins->sampling().kind != SamplingKind::all && node.first_child == nullptr &&
           node.counters == nullptr && node.values == nullptr && !node.may_miss &&
           node.frame != no_frame && node.where->is_plain() && node.ended_mpi_calls == 0;
}

bool is_recorded(const Sampling& sampling, const Bin& bin) noexcept {
    return sampling.kind == SamplingKind::first && bin.statistics.calls < sampling.number;
}

} // namespace

void thin(const Sampler& sampler, PublishedStatistics& published, double ticks_per_second) {
    TreeNode* last = nullptr;
    for (const Sampler::Added& added : sampler.added()) {
        TreeNode& node = *added.node;
        if (&node == std::exchange(last, &node)) {
            continue; // the bins of a node come one after another
        }
        const bool may = may_go_untimed(node);
        const bool is_lowered = node.where->method->level() != MeasuringLevel::recorded;
        const double short_ticks =
            (is_lowered ? Sampler::lowered_call : Sampler::short_call) * ticks_per_second;
        bool any = false;
        for (Bin& bin : node.bins->all()) {
            bin.untimed.on = may && bin.is_known(short_ticks) &&
                             !is_recorded(node.bins->sampling(), bin) &&
                             published.count_untimed(bin, node.id);
            any = any || bin.untimed.on;
        }
        node.thin(any);
    }
}

} // namespace proxima::detail
