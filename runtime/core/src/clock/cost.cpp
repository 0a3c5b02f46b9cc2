#include "clock/cost.hpp"

#include "lane/thread.hpp"

#include <proxima/invocation.hpp>

namespace proxima::detail {

namespace {

constexpr Column columns[] = {{"n", "long", ColumnType::integer}};
const Record<std::int64_t> record{"call", "void call(long)", "cost.cpp", columns};
constexpr Site site = 0;

[[gnu::noinline]] void call(std::int64_t n) noexcept {
    const StackMark mark;
    const Invocation invocation(mark, record, site, [&]() noexcept { return n; });
}

// Makes the calling thread write to a lane that is not part of the run.
class Scratch {
public:
    explicit Scratch(LaneState& lane) noexcept : busy_(this_thread.busy), lane_(this_thread.lane) {
        this_thread.busy = false;
        this_thread.lane = &lane;
        current_lane = short_way ? &lane.lane().head : &no_lane;
    }
    Scratch(const Scratch&) = delete;
    Scratch& operator=(const Scratch&) = delete;
    ~Scratch() {
        current_lane = &no_lane;
        this_thread.lane = lane_;
        this_thread.busy = busy_;
    }

private:
    bool busy_;
    LaneState* lane_;
};

// What `calls` calls took, and what of it lies within the times that are recorded of them.
struct Round {
    std::uint64_t ticks = ~std::uint64_t{0};
    std::uint64_t inside = 0;
};

// The best of several rounds: what the machine adds by chance is not the runtime's.
CallCost time_calls(const Clock& clock, bool recorded) {
    constexpr int rounds = 4;
    constexpr int calls = 2 * static_cast<int>(lane_capacity); // so that all are encoded
    MethodInfo method;
    method.words = {ColumnType::integer};
    const std::string instance;
    const BindingInfo no_binding;
    const SiteInfo where{&method, &instance, &no_binding};
    Recordings nothing;
    nothing.standard.kind = RecordingKind::aggregate;
    nothing.binned = true;
    LaneState lane(1, recorded ? nullptr : &nothing);
    const TreeNode& node = lane.add_node(lane.tree().root(), site, where);
    if (recorded) {
        lane.encode_without_file(clock);
    }
    const Scratch scratch(lane);
    Round best;
    for (int i = 0; i < rounds; ++i) {
        const std::uint64_t inside = node.total().sum;
        const std::uint64_t begin = clock.now();
        for (int n = 0; n < calls; ++n) {
            call(n);
        }
        const Round round{clock.now() - begin, node.total().sum - inside};
        best = round.ticks < best.ticks ? round : best;
    }
    const double nanoseconds = 1e9 / clock.ticks_per_second() / calls;
    return {static_cast<double>(best.ticks) * nanoseconds,
            static_cast<double>(best.inside) * nanoseconds};
}

} // namespace

Cost measure_cost(const Clock& clock) {
    return {time_calls(clock, true), time_calls(clock, false)};
}

} // namespace proxima::detail
