#include "run/cost.hpp"

#include "buffer/thread_state.hpp"

#include <proxima/invocation.hpp>

#include <algorithm>
#include <array>
#include <ctime>
#include <string>
#include <vector>

namespace proxima::detail {
namespace {

constexpr Parameter parameters[] = {{"n", "long", ParameterType::integer}};
const MethodInfo<std::int64_t> record{"call", "void call(long)", "cost.cpp", parameters};

// The work of a callee: nothing; a dependency chain of some 60 ns through `state`, with which most
// of the cost of measuring overlaps; or 40 cache lines of a stream that each instance has,
// which evict each other and what measuring needs.
enum class Work { nothing, chain, stream };

// The runtime keeps the record of a call, the sums of timed calls, or the number of calls, of which
// most go untimed.
enum class Kept { records, sums, number };

constexpr std::size_t line_words = 8;
constexpr std::size_t streamed_words = std::size_t{1} << 20U; // beyond second-level caches

// Occupies its own cache line and holds a call site, as a proxy does.
struct alignas(64) Instance {
    CallSite site = 0;
    std::uint32_t position = 0; // in the streamed memory
    std::uint64_t* memory = nullptr;
};

template <Work work>
[[gnu::always_inline]] inline std::uint64_t do_work([[maybe_unused]] Instance& instance,
                                                    std::uint64_t state) noexcept {
    constexpr int steps = work == Work::chain ? 50 : work == Work::stream ? 40 : 0;
    for (int step = 0; step < steps; ++step) {
        if constexpr (work == Work::stream) {
            std::uint64_t& word = instance.memory[instance.position];
            state = word += state;
            instance.position = (instance.position + line_words) % streamed_words;
        } else {
            state = state * 0x9e3779b97f4a7c15U + 1;
        }
        asm volatile("" : "+r"(state));
    }
    return state;
}

using Callee = std::uint64_t (*)(Instance& instance, std::int64_t n, std::uint64_t state);

template <Work work>
std::uint64_t bare_call(Instance& instance, [[maybe_unused]] std::int64_t n, std::uint64_t state) {
    return do_work<work>(instance, state);
}

template <Work work>
std::uint64_t measured_call(Instance& instance, std::int64_t n, std::uint64_t state) {
    const StackMark mark;
    const Invocation invocation(mark, record, instance.site, [&]() noexcept { return n; });
    return do_work<work>(instance, state);
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

// Ticks of the thread's processor time, so that no other process counts; where the system does not
// tell them, those of the clock.
std::uint64_t processor_ticks(const Clock& clock) noexcept {
    timespec time{};
    if (clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time) != 0) {
        return clock.now();
    }
    const double seconds =
        static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
    return static_cast<std::uint64_t>(seconds * clock.ticks_per_second());
}

// Calls the instances, whose number is a power of two, in an order that no prefetcher follows.
// Returns the best of several rounds: disturbances only add time.
template <class Inside, class Own>
Round best_round(const Clock& clock, Callee callee, std::vector<Instance>& instances, int rounds,
                 Inside inside, Own own) {
    constexpr std::size_t stride = 7919;                                   // odd
    const std::size_t count = std::max(buffer_capacity, instances.size()); // drains the columns
    const auto calls = static_cast<double>(count);
    Round best;
    std::uint64_t state = 1;
    Callee opaque = callee; // prevents inlining, as in a virtual call
    asm volatile("" : "+r"(opaque));
    for (int i = 0; i < rounds; ++i) {
        const std::uint64_t inside_before = inside();
        const std::uint64_t own_before = own();
        const std::uint64_t begin = processor_ticks(clock);
        for (std::size_t call = 0; call < count; ++call) {
            state = opaque(instances[call * stride & (instances.size() - 1)],
                           static_cast<std::int64_t>(call), state);
        }
        asm volatile("" : : "r"(state));
        const std::uint64_t spent = processor_ticks(clock) - begin;
        const double ticks = static_cast<double>(spent) - static_cast<double>(own() - own_before);
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

    // The median of several measurements, because those of memory scatter both ways.
    void measure_while_streaming(Cost& cost) {
        memory_.resize(streamed_words);
        for (Instance& instance : instances_) {
            constexpr std::size_t far = 1'000'003 * line_words;
            instance.position = static_cast<std::uint32_t>(instance.site * far % streamed_words);
            instance.memory = memory_.data();
        }
        cost.cold_work = bare<Work::stream>(2).whole * nanoseconds_per_tick();
        std::array<double, 3> added_ns{};
        for (double& ns : added_ns) {
            ns = added<Work::stream>(Kept::records, 2).whole;
        }
        std::nth_element(added_ns.begin(), &added_ns[1], added_ns.end());
        cost.cold = added_ns[1];
    }

    template <Work work>
    CallCost added(Kept kept, int rounds = 4) {
        const Round alone = bare<work>(rounds);
        const Round measured = time_measured(measured_call<work>, kept, rounds);
        const double done = work == Work::nothing ? 0 : alone.whole;
        const double whole = std::max(measured.whole - alone.whole, 0.0) * nanoseconds_per_tick();
        return {whole, std::clamp((measured.inside - done) * nanoseconds_per_tick(), 0.0, whole)};
    }

private:
    double nanoseconds_per_tick() const { return 1e9 / clock_.ticks_per_second(); }

    template <Work work>
    Round bare(int rounds) {
        const auto nothing = [] { return std::uint64_t{0}; };
        return best_round(clock_, bare_call<work>, instances_, rounds, nothing, nothing);
    }

    Round time_measured(Callee callee, Kept kept, int rounds) {
        RegisteredMethod method;
        method.words = {format::ColumnType::integer};
        const std::string name;
        const CallSiteInfo where{&method, &name};
        Configuration configuration;
        configuration.sampling.kind =
            kept == Kept::records ? SamplingKind::all : SamplingKind::aggregate;
        ThreadRecorder recorder(configuration, 0, {}, clock_);
        TreeNode& root = recorder.tree().root();
        for (const Instance& instance : instances_) {
            TreeNode& node = recorder.add_node(root, instance.site, where);
            node.ended_mpi_calls = kept == Kept::sums ? 1 : 0; // such calls never go untimed
        }
        if (kept == Kept::records) {
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
        return best_round(clock_, callee, instances_, rounds, inside,
                          [&] { return recorder.buffer().head.overhead; });
    }

    const Clock& clock_;
    std::vector<Instance> instances_;
    std::vector<std::uint64_t> memory_;
};

// The least of several rounds, because disturbances only add; none of them drains the buffer.
CounterCost least_counter_cost(ThreadRecorder& recorder, const CounterSource& source,
                               std::size_t count, Instance& instance) {
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
    Instance instance;
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
    CostMeasurement of_one(clock, 1);
    return {of_one.added<Work::nothing>(Kept::records), of_one.added<Work::nothing>(Kept::sums),
            of_one.added<Work::nothing>(Kept::number), of_one.added<Work::chain>(Kept::records)};
}

void measure_cost_of_nodes(const Clock& clock, std::size_t nodes, Cost& cost) {
    constexpr std::size_t few = 256; // their nodes stay in the first-level cache
    constexpr std::size_t most = 8192;
    std::size_t measured = 1;
    while (measured < std::min(nodes, most)) {
        measured *= 2;
    }
    CostMeasurement of_nodes(clock, measured);
    if (measured >= few) {
        cost.recorded = of_nodes.added<Work::nothing>(Kept::records);
        cost.aggregated = of_nodes.added<Work::nothing>(Kept::sums);
    }
    of_nodes.measure_while_streaming(cost);
}

} // namespace proxima::detail
