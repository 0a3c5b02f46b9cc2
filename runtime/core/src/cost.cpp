#include "cost.hpp"

#include "thread.hpp"

#include <proxima/invocation.hpp>

#include <algorithm>

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

// Nanoseconds of a call, the best of several rounds: what the machine adds by chance is not the
// runtime's.
double time_calls(const Clock& clock, bool recorded) {
    constexpr int rounds = 5;
    constexpr int calls = 2 * static_cast<int>(lane_capacity);
    MethodInfo method;
    method.words = {ColumnType::integer};
    const std::string instance;
    const SiteInfo where{&method, &instance};
    LaneState lane(1);
    lane.add_node(lane.tree().root(), site, where);
    if (recorded) {
        lane.encode_without_file(clock);
    }
    const Scratch scratch(lane);
    std::uint64_t best = ~std::uint64_t{0};
    for (int round = 0; round < rounds; ++round) {
        const std::uint64_t begin = clock.now();
        for (int i = 0; i < calls; ++i) {
            call(i);
        }
        best = std::min(best, clock.now() - begin);
    }
    return static_cast<double>(best) * 1e9 / clock.ticks_per_second() / calls;
}

} // namespace

Cost measure_cost(const Clock& clock) {
    return {time_calls(clock, true), time_calls(clock, false)};
}

} // namespace proxima::detail
