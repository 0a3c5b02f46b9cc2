#include "observation/live_totals.hpp"

#include <proxima/detail/run_facts.hpp>
#include <proxima/detail/snapshot.hpp>

namespace proxima::online {
namespace {

using detail::SnapshotNode;

bool is_inside_its_own_instance(const std::vector<SnapshotNode>& nodes, std::size_t node) {
    const std::string* const instance = nodes[node].names.instance;
    for (std::size_t caller = nodes[node].parent; caller != 0; caller = nodes[caller].parent) {
        if (*nodes[caller].names.instance == *instance) {
            return true;
        }
    }
    return false;
}

} // namespace

std::map<std::string, Total> live_totals() {
    const double microseconds_per_tick = detail::run_facts().nanoseconds_per_tick * 1e-3;
    std::map<std::string, Total> totals;
    for (const auto& thread : detail::snapshot()) {
        for (std::size_t i = 1; i < thread.nodes.size(); ++i) {
            if (!is_inside_its_own_instance(thread.nodes, i)) {
                Total& total = totals[*thread.nodes[i].names.instance];
                total.calls += thread.nodes[i].calls;
                total.microseconds +=
                    static_cast<double>(thread.nodes[i].inclusive) * microseconds_per_tick;
            }
        }
    }
    return totals;
}

} // namespace proxima::online
