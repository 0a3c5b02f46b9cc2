#include "run/cost.hpp"

#include "buffer/thread_state.hpp"

#include <proxima/invocation.hpp>

#include <algorithm>
#include <string>
#include <vector>

namespace proxima::detail {
namespace {

constexpr Parameter parameters[] = {{"n", "long", ParameterType::integer}};
const MethodInfo<std::int64_t> record{"call", "void call(long)", "cost.cpp", parameters};

// The work of a callee: nothing, or a dependency chain of some 60 ns through `state`, with which
// most of the cost of measuring overlaps.
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

// Occupies its own cache line and holds a call site, as a proxy does.
struct alignas(64) Instance {
    CallSite site;
};

using Callee = std::uint64_t (*)(const Instance& instance, std::int64_t n, std::uint64_t state);

template <Work work>
std::uint64_t bare_call(const Instance&, [[maybe_unused]] std::int64_t n, std::uint64_t state) {
    return do_work<work>(state);
}

template <Work work>
std::uint64_t measured_call(const Instance& instance, std::int64_t n, std::uint64_t state) {
    const StackMark mark;
    const Invocation invocation(mark, record, instance.site, [&]() noexcept { return n; });
    return do_work<work>(state);
}

// Makes the calling thread write to a buffer outside of the run.
class Scratch {
public:
    explicit Scratch(ThreadRecorder& recorder) noexcept
        : busy_(this_thread.busy), recorder_(this_thread.recorder) {
        this_thread.busy = false;
        this_thread.recorder = &recorder;
        current_buffer = has_short_path ? &recorder.buffer().head : &no_buffer;
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

// Ticks per call without the time of draining, and their part inside the recorded durations.
struct Round {
    double whole = 0;
    double inside = 0;
};

// Calls the instances in pass, and returns the best of several rounds: disturbances only add time.
template <class Inside, class Own>
Round best_round(const Clock& clock, Callee callee, const std::vector<Instance>& instances,
                 Inside inside, Own own) {
    constexpr int rounds = 4;
    // Passes over the instances: enough to drain the columns.
    const std::size_t passes = (buffer_capacity + instances.size() - 1) / instances.size();
    const auto calls = static_cast<double>(passes * instances.size());
    Round best;
    std::uint64_t state = 1;
    Callee opaque = callee; // prevents inlining, as in a virtual call
    asm volatile("" : "+r"(opaque));
    for (int i = 0; i < rounds; ++i) {
        const std::uint64_t inside_before = inside();
        const std::uint64_t own_before = own();
        const std::uint64_t begin = clock.now();
        for (std::size_t pass = 0; pass < passes; ++pass) {
            for (const Instance& instance : instances) {
                state = opaque(instance, static_cast<std::int64_t>(pass), state);
            }
        }
        asm volatile("" : : "r"(state));
        const auto ticks = static_cast<double>(clock.now() - begin - (own() - own_before));
        if (i == 0 || ticks < best.whole * calls) {
            best = {ticks / calls, static_cast<double>(inside() - inside_before) / calls};
        }
    }
    return best;
}

// Measures with a recorder outside of the run.
class CostMeasurement {
public:
    CostMeasurement(const Clock& clock, std::size_t nodes) : clock_(clock), instances_(nodes) {
        for (std::size_t i = 0; i < nodes; ++i) {
            instances_[i].site = static_cast<CallSite>(i);
        }
    }

    template <Work work>
    CallCost added(bool recorded) const {
        const auto nothing = [] { return std::uint64_t{0}; };
        const Round bare = best_round(clock_, bare_call<work>, instances_, nothing, nothing);
        const Round measured = time_measured(measured_call<work>, recorded);
        const double nanoseconds = 1e9 / clock_.ticks_per_second();
        const double done = work == Work::nothing ? 0 : bare.whole;
        const double whole = std::max(measured.whole - bare.whole, 0.0) * nanoseconds;
        return {whole, std::clamp((measured.inside - done) * nanoseconds, 0.0, whole)};
    }

private:
    Round time_measured(Callee callee, bool recorded) const {
        RegisteredMethod method;
        method.words = {format::ColumnType::integer};
        const std::string name;
        const CallSiteInfo where{&method, &name};
        Configuration configuration;
        configuration.sampling.kind = recorded ? SamplingKind::all : SamplingKind::aggregate;
        ThreadRecorder recorder(configuration, 0, {}, clock_);
        TreeNode& root = recorder.tree().root();
        for (const Instance& instance : instances_) {
            recorder.add_node(root, instance.site, where);
        }
        if (recorded) {
            recorder.encode_without_files();
        }
        recorder.begin_thread(0, 0);
        const Scratch scratch(recorder);
        const auto inside = [&] {
            std::uint64_t sum = 0;
            for (std::size_t id = 1; id < recorder.tree().size(); ++id) {
                sum += recorder.tree().node(id).total().sum;
            }
            return sum;
        };
        return best_round(clock_, callee, instances_, inside,
                          [&] { return recorder.buffer().head.overhead; });
    }

    const Clock& clock_;
    std::vector<Instance> instances_;
};

// The least of several rounds, because disturbances only add; none of them drains the buffer.
CounterCost least_counter_cost(ThreadRecorder& recorder, const CounterSource& source,
                               std::size_t count, const Instance& instance) {
    constexpr int rounds = 8;
    constexpr int calls = 250;
    const NodeCounters& counters = *recorder.tree().node(1).counters;
    CounterCost least;
    for (int round = 0; round < rounds; ++round) {
        const CounterValues sum = counters.sum;
        const std::uint64_t paused = recorder.buffer().head.overhead;
        CounterValues begin{};
        CounterValues end{};
        source.read(begin);
        for (int call = 0; call < calls; ++call) {
            measured_call<Work::nothing>(instance, call, 0);
        }
        source.read(end);
        const auto take = [=](std::uint64_t& to, std::uint64_t of_all, int parts) {
            to = round == 0 ? of_all / parts : std::min(to, of_all / parts);
        };
        take(least.read_ticks, recorder.buffer().head.overhead - paused, 2 * calls);
        for (std::size_t i = 0; i < count; ++i) {
            const std::uint64_t inside = counters.sum[i] - sum[i];
            take(least.inside[i], inside, calls);
            take(least.outside[i], end[i] - begin[i] - inside, calls);
        }
    }
    return least;
}

} // namespace

CounterCost measure_cost_of_counters(const Clock& clock, CounterSource& source, std::size_t count) {
    CounterCost none;
    none.read_ticks = ~std::uint64_t{0};
    const RegisteredMethod method;
    const std::string name;
    const CallSiteInfo where{&method, &name};
    const Configuration configuration;
    ThreadRecorder recorder(configuration, 0, ThreadCounters(&source, count, none), clock);
    const Instance instance{0};
    recorder.add_node(recorder.tree().root(), instance.site, where);
    recorder.begin_thread(0, 0);
    source.begin_thread();
    CounterCost cost;
    {
        const Scratch scratch(recorder);
        cost = least_counter_cost(recorder, source, count, instance);
    }
    source.end_thread();
    return cost;
}

Cost measure_cost(const Clock& clock) {
    const CostMeasurement of_one(clock, 1);
    return {of_one.added<Work::nothing>(true), of_one.added<Work::nothing>(false),
            of_one.added<Work::chain>(true)};
}

void measure_cost_of_nodes(const Clock& clock, std::size_t nodes, Cost& cost) {
    constexpr std::size_t few = 256; // their nodes stay in the first-level cache
    constexpr std::size_t most = 8192;
    if (nodes < few) {
        return;
    }
    std::size_t measured = few; // divides the capacity of the columns
    while (measured < std::min(nodes, most)) {
        measured *= 2;
    }
    const CostMeasurement of_many(clock, measured);
    cost.recorded = of_many.added<Work::nothing>(true);
    cost.aggregated = of_many.added<Work::nothing>(false);
}

} // namespace proxima::detail
