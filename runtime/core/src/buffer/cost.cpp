#include "buffer/cost.hpp"

#include "buffer/thread_state.hpp"

#include <proxima/invocation.hpp>

#include <algorithm>

namespace proxima::detail {

namespace {

constexpr Column columns[] = {{"n", "long", ColumnType::integer}};
const Record<std::int64_t> record{"call", "void call(long)", "cost.cpp", columns};
constexpr Site site = 0;

// What a callee does with `state`, which each call hands on to the next: nothing, or what cannot
// begin before the call before has ended, some 60 ns, so that most of measuring runs beside it.
enum class Work { nothing, chain };

template <Work work>
[[gnu::always_inline]] inline std::uint64_t do_work(std::uint64_t state) noexcept {
    constexpr int steps = work == Work::chain ? 50 : 0;
    for (int step = 0; step < steps; ++step) {
        state = state * 0x9e3779b97f4a7c15U + 1;
        asm volatile("" : "+r"(state));
    }
    return state;
}

using Callee = std::uint64_t (*)(std::int64_t n, std::uint64_t state);

template <Work work>
std::uint64_t bare_call([[maybe_unused]] std::int64_t n, std::uint64_t state) {
    return do_work<work>(state);
}

template <Work work>
std::uint64_t measured_call(std::int64_t n, std::uint64_t state) {
    const StackMark mark;
    const Invocation invocation(mark, record, site, [&]() noexcept { return n; });
    return do_work<work>(state);
}

// Makes the calling thread write to a buffer that is not part of the run.
class Scratch {
public:
    explicit Scratch(ThreadRecorder& recorder) noexcept
        : busy_(this_thread.busy), recorder_(this_thread.recorder) {
        this_thread.busy = false;
        this_thread.recorder = &recorder;
        current_buffer = short_way ? &recorder.buffer().head : &no_buffer;
    }
    Scratch(const Scratch&) = delete;
    Scratch& operator=(const Scratch&) = delete;
    ~Scratch() {
        current_buffer = &no_buffer;
        this_thread.recorder = recorder_;
        this_thread.busy = busy_;
    }

private:
    bool busy_;
    ThreadRecorder* recorder_;
};

constexpr int calls = static_cast<int>(buffer_capacity); // so that the columns are emptied

// What calls took without the runtime's own time, and what of it lies within the times that are
// recorded of them.
struct Round {
    std::uint64_t ticks = ~std::uint64_t{0};
    std::uint64_t inside = 0;
};

// The best of several rounds: what the machine adds by chance is not the runtime's.
template <class Inside, class Own>
Round best_round(const Clock& clock, Callee callee, Inside inside, Own own) {
    constexpr int rounds = 4;
    Round best;
    std::uint64_t state = 1;
    Callee opaque = callee; // called as a virtual function is
    asm volatile("" : "+r"(opaque));
    for (int i = 0; i < rounds; ++i) {
        const std::uint64_t inside_before = inside();
        const std::uint64_t own_before = own();
        const std::uint64_t begin = clock.now();
        for (int n = 0; n < calls; ++n) {
            state = opaque(n, state);
        }
        asm volatile("" : : "r"(state));
        const std::uint64_t ticks = clock.now() - begin - (own() - own_before);
        best = ticks < best.ticks ? Round{ticks, inside() - inside_before} : best;
    }
    return best;
}

Round time_bare(const Clock& clock, Callee callee) {
    const auto nothing = [] { return std::uint64_t{0}; };
    return best_round(clock, callee, nothing, nothing);
}

Round time_measured(const Clock& clock, Callee callee, bool recorded) {
    MethodInfo method;
    method.words = {format::ColumnType::integer};
    const std::string instance;
    const SiteInfo where{&method, &instance};
    SamplingRules nothing;
    nothing.standard.kind = SamplingKind::aggregate;
    nothing.binned = true;
    ThreadRecorder recorder({1, recorded ? nullptr : &nothing, static_cast<bool>(short_way), 0}, {},
                            clock);
    const TreeNode& node = recorder.add_node(recorder.tree().root(), site, where);
    if (recorded) {
        recorder.encode_without_files();
    }
    recorder.begin_thread(0, 0);
    const Scratch scratch(recorder);
    return best_round(
        clock, callee, [&] { return node.total().sum; },
        [&] { return recorder.buffer().head.overhead; });
}

// Beyond what the same calls take when they are not measured; of what is recorded, beyond what they
// have done.
CallCost added(const Clock& clock, const Round& measured, const Round& bare, double work) {
    const double nanoseconds = 1e9 / clock.ticks_per_second() / calls;
    const double whole =
        (static_cast<double>(measured.ticks) - static_cast<double>(bare.ticks)) * nanoseconds;
    const double inside = (static_cast<double>(measured.inside) - work) * nanoseconds;
    return {std::max(whole, 0.0), std::clamp(inside, 0.0, std::max(whole, 0.0))};
}

} // namespace

Cost measure_cost(const Clock& clock) {
    const Round empty = time_bare(clock, bare_call<Work::nothing>);
    const Round chain = time_bare(clock, bare_call<Work::chain>);
    const Callee measured = measured_call<Work::nothing>;
    return {added(clock, time_measured(clock, measured, true), empty, 0),
            added(clock, time_measured(clock, measured, false), empty, 0),
            added(clock, time_measured(clock, measured_call<Work::chain>, true), chain,
                  static_cast<double>(chain.ticks))};
}

} // namespace proxima::detail
