#include "sampling/sampled_lane.hpp"

#include "encoding/format.hpp"

#include <utility>

namespace proxima::detail {

static_assert(sizeof(LaneHead) <= ring_statistics_offset &&
              ring_statistics_offset + sizeof(RingStatistics) <= lane_file_header);

// Not initialised: its pages are touched only if something is chosen.
SampledLane::SampledLane(const Recordings& recordings)
    : sampler_(recordings.seed), chosen_(recordings.leave_out() ? new Lane : nullptr) {
}

Lane& SampledLane::copy_chosen(const Lane& lane, Tree& tree) noexcept {
    sampler_.copy(lane, tree, *chosen_);
    return *chosen_;
}

void SampledLane::publish_in(File ring, std::size_t size, Lane& lane) noexcept {
    auto* const page = reinterpret_cast<unsigned char*>(&lane);
    published_.open(std::move(ring), size,
                    *reinterpret_cast<RingStatistics*>(page + ring_statistics_offset));
}

std::vector<Bytes> statistics_payloads(Tree& tree) {
    constexpr std::size_t enough = 32'768;
    std::vector<Bytes> payloads(1);
    for (std::size_t id = 1; id < tree.size(); ++id) {
        const TreeNode& node = tree.node(id);
        if (payloads.back().size() > enough) {
            payloads.emplace_back();
        }
        if (node.bins == nullptr || node.bins->all().empty()) {
            continue;
        }
        for (const Bin& bin : node.bins->all()) {
            put_bin(payloads.back(), node.id, bin.key, bin.statistics);
        }
        if (node.folded) {
            Statistics own;
            own.sum = node.exclusive;
            put_bin(payloads.back(), node.id, own_time, own);
        }
    }
    return payloads;
}

} // namespace proxima::detail
