#include "run/cost.hpp"

#include "buffer/thread_state.hpp"
#include "system/processor_use.hpp"

#include <proxima/detail/regions.hpp>
#include <proxima/invocation.hpp>

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace proxima::detail {
namespace {

constexpr Parameter parameters[] = {{"n", "long", ParameterType::integer}};
const MethodInfo<std::int64_t> record{"call", "void call(long)", "cost.cpp", parameters};

// The work of a callee: nothing; to tell that it has communicated; a dependency chain of some 60 ns
// through `state`, with which most of the cost of measuring overlaps; or cache lines of a stream
// that each instance has, which evict each other and what measuring needs.
enum class Work { nothing, communication, chain, stream };

// The runtime keeps the record of a call, the sums of timed calls, or the number of calls, of which
// most go untimed.
enum class Kept { records, sums, number };

constexpr std::size_t line_words = 8;
constexpr std::size_t streamed_words = std::size_t{1} << 20U; // beyond second-level caches

// An object that is called; it has a cache line of its own.
struct alignas(64) Callee {
    std::uint32_t position = 0; // in the streamed memory
    std::uint32_t lines = 0;    // of a call
    std::uint64_t* memory = nullptr;
};

// A line more, as a proxy has.
struct alignas(64) Instance {
    CallSite site = 0;
    Callee* target = nullptr;
};

template <Work work>
[[gnu::always_inline]] inline std::uint64_t do_work([[maybe_unused]] Callee& callee,
                                                    std::uint64_t state) noexcept {
    if constexpr (work == Work::communication) {
        add_communication(1);
    }
    const std::uint32_t steps = work == Work::chain ? 50 : work == Work::stream ? callee.lines : 0;
    for (std::uint32_t step = 0; step < steps; ++step) {
        if constexpr (work == Work::stream) {
            std::uint64_t& word = callee.memory[callee.position];
            state = word += state;
            callee.position = (callee.position + line_words) % streamed_words;
        } else {
            state = state * 0x9e3779b97f4a7c15U + 1;
        }
        asm volatile("" : "+r"(state));
    }
    return state;
}

template <Work work>
std::uint64_t bare_call(Callee& callee, [[maybe_unused]] std::int64_t n, std::uint64_t state) {
    return do_work<work>(callee, state);
}

template <Work work>
std::uint64_t measured_call(Instance& instance, std::int64_t n, std::uint64_t state) {
    const StackMark mark;
    const Invocation invocation(mark, record, instance.site, [&]() noexcept { return n; });
    return do_work<work>(*instance.target, state);
}

// Makes the calling thread write to a buffer outside of the run.
class Scratch {
public:
    explicit Scratch(ThreadRecorder& recorder) noexcept
        : busy_(this_thread.busy), recorder_(set_recorder(&recorder)) {
        this_thread.busy = false;
        current_buffer = has_short_path ? &recorder.buffer().head : &no_buffer;
    }
    Scratch(const Scratch&) = delete;
    Scratch& operator=(const Scratch&) = delete;
    ~Scratch() {
        current_buffer = &no_buffer;
        set_recorder(recorder_);
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
    const double ns = processor_ns_of_thread();
    return ns < 0 ? clock.now() : static_cast<std::uint64_t>(ns * 1e-9 * clock.ticks_per_second());
}

// Calls the objects, whose number is a power of two, in the order of next_of_cycle(). `inside`
// returns the recorded ticks since the last round.
template <class Object, class Inside, class Own>
Round time_round(const Clock& clock, std::uint64_t (*call)(Object&, std::int64_t, std::uint64_t),
                 std::vector<Object>& objects, Inside inside, Own own) {
    const std::size_t count = std::max(buffer_capacity, objects.size()); // drains the columns
    const auto calls = static_cast<double>(count);
    std::uint64_t state = 1;
    auto* opaque = call; // prevents inlining, as in a virtual call
    asm volatile("" : "+r"(opaque));
    const std::uint64_t own_before = own();
    const std::uint64_t begin = processor_ticks(clock);
    std::size_t next = 0;
    for (std::size_t n = 0; n < count; ++n) {
        next = next_of_cycle(next);
        state = opaque(objects[next & (objects.size() - 1)], static_cast<std::int64_t>(n), state);
    }
    asm volatile("" : : "r"(state));
    const std::uint64_t spent = processor_ticks(clock) - begin;
    const double ticks = static_cast<double>(spent) - static_cast<double>(own() - own_before);
    return {ticks / calls, static_cast<double>(inside()) / calls};
}

Round shorter(const Round& left, const Round& right) noexcept {
    return right.whole < left.whole ? right : left;
}

// Measures with a recorder outside of the run.
class CostMeasurement {
public:
    CostMeasurement(const Clock& clock, std::size_t nodes)
        : clock_(clock), callees_(nodes), instances_(nodes) {
        for (std::size_t i = 0; i < nodes; ++i) {
            instances_[i] = {static_cast<CallSite>(i), &callees_[i]};
        }
    }

    // Calls that stream for as long as those of the run work. The median of several differences,
    // because those of memory scatter both ways.
    void measure_while_streaming(double work_ns, Cost& cost) {
        constexpr std::uint32_t few_lines = 32;
        constexpr double most_lines = 32; // bounds the time
        memory_.resize(streamed_words);
        stream(few_lines);
        time_bare<Work::stream>(); // takes the page faults
        const double line_ns = time_bare<Work::stream>().whole * nanoseconds_per_tick() / few_lines;
        constexpr double lines_of_cache = 768; // 48 KiB, a first-level cache
        cost.cold_after = lines_of_cache * line_ns;
        const double lines = line_ns > 0 ? work_ns / line_ns : most_lines;
        stream(static_cast<std::uint32_t>(std::clamp(lines, 1.0, most_lines)));
        std::array<double, 5> differences{};
        alternate<Work::stream>(Kept::records, differences.size(),
                                [&](std::size_t pair, const Round& alone, const Round& measured) {
                                    differences.at(pair) = measured.whole - alone.whole;
                                });
        std::sort(differences.begin(), differences.end());
        cost.cold = std::max(differences[2], 0.0) * nanoseconds_per_tick();
        cost.cold_most = std::max(differences.back(), 0.0) * nanoseconds_per_tick();
    }

    // The best of several rounds: disturbances only add time.
    template <Work work>
    CallCost added(Kept kept) {
        Round least_alone;
        Round least;
        alternate<work>(kept, 4, [&](std::size_t pair, const Round& alone, const Round& measured) {
            least_alone = pair == 0 ? alone : shorter(least_alone, alone);
            least = pair == 0 ? measured : shorter(least, measured);
        });
        const double done = work == Work::nothing ? 0 : least_alone.whole;
        const double whole =
            std::max(least.whole - least_alone.whole, 0.0) * nanoseconds_per_tick();
        return {whole, std::clamp((least.inside - done) * nanoseconds_per_tick(), 0.0, whole)};
    }

private:
    double nanoseconds_per_tick() const { return 1e9 / clock_.ticks_per_second(); }

    void stream(std::uint32_t lines) {
        constexpr std::size_t far = 1'000'003 * line_words;
        for (std::size_t i = 0; i < callees_.size(); ++i) {
            callees_[i] = {static_cast<std::uint32_t>(i * far % streamed_words), lines,
                           memory_.data()};
        }
    }

    // Streams come from memory, as in programs whose data no cache holds.
    void empty_caches() const noexcept {
#ifdef __x86_64__
        for (std::size_t i = 0; i < memory_.size(); i += line_words) {
            __builtin_ia32_clflush(&memory_[i]);
        }
#endif
    }

    template <Work work>
    Round time_bare() {
        empty_caches();
        const auto nothing = [] { return std::uint64_t{0}; };
        return time_round(clock_, bare_call<work>, callees_, nothing, nothing);
    }

    // Hands pairs of a round without and a round with measuring to `take`.
    template <Work work, class Take>
    void alternate(Kept kept, std::size_t pairs, Take take) {
        ThreadRecorder& recorder = recorder_for(kept);
        for (std::size_t id = 1; id < recorder.tree().size(); ++id) {
            recorder.tree().node(id).ended_mpi_calls = kept == Kept::sums ? 1 : 0; // never untimed
        }
        const Scratch scratch(recorder);
        std::uint64_t inside_before = 0;
        const auto inside = [&] {
            std::uint64_t sum = 0;
            for (std::size_t id = 1; id < recorder.tree().size(); ++id) {
                sum += recorder.tree().node(id).total().sum;
            }
            return sum - std::exchange(inside_before, sum);
        };
        const auto own = [&] { return recorder.buffer().head.overhead; };
        inside();
        for (std::size_t pair = 0; pair < pairs; ++pair) {
            const Round alone = time_bare<work>();
            empty_caches();
            take(pair, alone, time_round(clock_, measured_call<work>, instances_, inside, own));
        }
    }

    // Made once for all kinds of work, because page faults are dear on virtual machines.
    ThreadRecorder& recorder_for(Kept kept) {
        std::optional<ThreadRecorder>& recorder = kept == Kept::records ? recording_ : summing_;
        if (!recorder) {
            recorder.emplace(kept == Kept::records ? all_ : sums_, 0, ThreadCounters(), clock_);
            for (const Instance& instance : instances_) {
                recorder->add_node(recorder->tree().root(), instance.site, where_);
            }
            if (kept == Kept::records) {
                recorder->encode_without_files();
            }
            recorder->begin_thread(0, 0);
        }
        return *recorder;
    }

    static Configuration keeping(SamplingKind kind) {
        Configuration configuration;
        configuration.sampling.kind = kind;
        return configuration;
    }

    static RegisteredMethod method_with_a_parameter() {
        RegisteredMethod method;
        method.words = {format::ColumnType::integer};
        return method;
    }

    const Clock& clock_;
    const Configuration all_ = keeping(SamplingKind::all);
    const Configuration sums_ = keeping(SamplingKind::aggregate);
    const RegisteredMethod method_ = method_with_a_parameter();
    const std::string name_;
    const CallSiteInfo where_{&method_, &name_};
    std::optional<ThreadRecorder> recording_;
    std::optional<ThreadRecorder> summing_;
    std::vector<Callee> callees_;
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
    Callee callee;
    Instance instance{0, &callee};
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
    const CallCost recorded = of_one.added<Work::nothing>(Kept::records);
    return {recorded, recorded, of_one.added<Work::nothing>(Kept::number), recorded};
}

void measure_cost_of_others(const Clock& clock, Cost& cost) {
    if (std::exchange(cost.knows_others, true)) {
        return;
    }
    CostMeasurement of_one(clock, 1);
    cost.aggregated = of_one.added<Work::nothing>(Kept::sums);
    cost.overlapped = of_one.added<Work::chain>(Kept::records);
}

double measure_cost_of_communicating(const Clock& clock) {
    return CostMeasurement(clock, 1).added<Work::communication>(Kept::records).whole;
}

void measure_cost_of_nodes(const Clock& clock, std::size_t nodes, double work_ns, Cost& cost) {
    measure_cost_of_others(clock, cost);
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
    of_nodes.measure_while_streaming(work_ns, cost);
}

} // namespace proxima::detail
