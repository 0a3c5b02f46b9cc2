// Keeps the cost of measuring within overhead=: sums up what calls have cost, and carries out what
// the budget decides.
#include "run/run.hpp"
#include "system/processor_use.hpp"

#include <algorithm>
#include <exception>
#include <utility>

namespace proxima::detail {

std::atomic<std::uint64_t> overhead_due{~std::uint64_t{0}};

namespace {

constexpr double share_of_sources = 0.05;

constexpr double most_of_deciding = 0.1;  // of the time, while calls fill buffers
constexpr double share_of_deciding = 0.1; // of the budget, else
constexpr double share_of_writing = 0.02; // of the budget, for run.json
constexpr double node_at_end_ns = 10e3;   // a node in the results, at the end of the run

// The calls of a node until now, but for those that wait in the columns of its thread.
CallCounts calls_of(const TreeNode& node) noexcept {
    CallCounts calls{node.statistics.calls, 0};
    if (node.bins != nullptr) {
        for (const Bin& bin : node.bins->all()) {
            calls.timed += bin.statistics.calls - bin.untimed.included;
            calls.untimed += bin.untimed.included + bin.untimed.not_included();
        }
    }
    return calls;
}

// Long calls end by the slow path, so that a decision does not wait for a full buffer.
void make_ends_slow_if_long(TreeNode& node, double ticks_per_second) noexcept {
    constexpr double long_call = 1e-3; // seconds
    if (!node.is_long && node.total().mean() > long_call * ticks_per_second) {
        store_shared(node.is_long, true);
        store_shared(node.buffer, static_cast<ThreadBuffer*>(nullptr));
    }
}

const char* text_of(MeasuringLevel level) noexcept {
    return level == MeasuringLevel::recorded    ? "recorded"
           : level == MeasuringLevel::estimated ? "estimated"
                                                : "off";
}

std::uint64_t more(std::uint64_t now, std::uint64_t before) noexcept {
    return now - std::min(now, before);
}

} // namespace

std::size_t OverheadState::number_of(const RegisteredMethod& method,
                                     const Configuration& configuration) {
    const auto [known, is_new] = numbers.try_emplace(&method, methods.size());
    if (is_new) {
        const bool has_all =
            configuration.sampling_of(method.qualified, method.qualified_with_types).kind ==
            SamplingKind::all;
        methods.push_back(&method);
        best.push_back(has_all ? MeasuringLevel::recorded : MeasuringLevel::estimated);
    }
    return known->second;
}

void Run::limit_overhead_of_sources() {
    const std::lock_guard lock(mutex_);
    if (configuration_.has_overhead || !recorders_.empty() ||
        (phase_ != Phase::running && phase_ != Phase::ready)) {
        return;
    }
    configuration_.overhead = share_of_sources;
    configuration_.has_overhead = configuration_.overhead_of_sources = true;
    if (phase_ == Phase::running) {
        begin_to_limit_overhead();
    }
}

void Run::begin_to_limit_overhead() {
    overhead_.reset();
    if (configuration_.overhead > 0) {
        overhead_.emplace(configuration_.overhead, calibration_us_ * 1000);
        overhead_->processor_ns_before = processor_ns();
        overhead_due = clock_->now();
    }
}

// Adds the calls of a node since the last decision to those of its method, which may be a new one.
void Run::add_calls_of(TreeNode& node, std::vector<MethodLoad>& loads) {
    node.is_called = false;
    const RegisteredMethod& method = *node.where->method;
    if (configuration_.overhead_of_sources && !method.is_of_source) {
        return;
    }
    make_ends_slow_if_long(node, clock_->ticks_per_second());
    const std::size_t number = overhead_->number_of(method, configuration_);
    loads.resize(std::max(loads.size(), number + 1));
    MethodLoad& load = loads[number];
    const CallCounts calls = calls_of(node);
    load.timed += more(calls.timed, node.decided.timed);
    load.untimed += more(calls.untimed, node.decided.untimed);
    load.is_fixed = load.is_fixed || !node.where->is_plain();
    node.decided = calls;
}

namespace {

// Returns what crossings since the last decision have taken. The time of one is the mean of some
// that were timed one after another, so that one which was interrupted decides nothing.
double ticks_of_crossings(OverheadState& state, const Crossings& now) noexcept {
    constexpr std::uint64_t enough = 32;
    Crossings& before = state.crossings_before;
    if (const std::uint64_t timed = more(now.timed, before.timed); timed >= enough) {
        state.ticks_of_crossing =
            static_cast<double>(more(now.ticks, before.ticks)) / static_cast<double>(timed);
        before.timed = now.timed;
        before.ticks = now.ticks;
    }
    return static_cast<double>(more(now.count, std::exchange(before.count, now.count))) *
           state.ticks_of_crossing;
}

} // namespace

OverheadInterval Run::overhead_since_last_time() {
    OverheadState& state = *overhead_;
    const bool is_first = state.methods.empty();
    std::uint64_t runtime_ticks = 0;
    Crossings crossings;
    std::size_t nodes = 0;
    OverheadInterval interval;
    interval.methods.resize(state.methods.size());
    for (const auto& recorder : recorders_) {
        const std::lock_guard lock(recorder->mutex());
        runtime_ticks += recorder->own_work();
        crossings.add(recorder->crossings);
        nodes += recorder->tree().size();
        for (TreeNode* const node : recorder->called) {
            add_calls_of(*node, interval.methods);
        }
        recorder->called.clear();
    }
    double timed = 0;
    double calls = 0;
    for (std::size_t i = 0; i < interval.methods.size(); ++i) {
        MethodLoad& load = interval.methods[i];
        load.best = state.best[i];
        timed += static_cast<double>(load.timed);
        calls += static_cast<double>(load.timed + load.untimed);
    }
    const double nanoseconds = 1e9 / clock_->ticks_per_second();
    interval.now = static_cast<double>(clock_->now() - clock_->start().ticks) * nanoseconds * 1e-9;
    const double processor = processor_ns();
    interval.processor_ns = processor - state.processor_ns_before;
    interval.timed_call_ns = OverheadBudget::beyond_calibration * cost_.recorded.whole;
    interval.untimed_call_ns = OverheadBudget::beyond_calibration * cost_.untimed.whole;
    // Writing records takes at most as much again as making them, reading parameters ten times as
    // much. The rest is setting up, which is most of the first interval.
    const double runtime =
        static_cast<double>(more(runtime_ticks, state.runtime_ticks_before)) * nanoseconds;
    const double writing = std::min(runtime, timed * cost_.recorded.whole);
    const double reading =
        std::min(runtime - writing, (is_first ? 0 : 10) * calls * cost_.recorded.whole);
    const double crossing = ticks_of_crossings(state, crossings) * nanoseconds;
    const double known =
        timed * interval.timed_call_ns + (calls - timed) * interval.untimed_call_ns;
    const double each = calls > 0 ? (reading + std::max(crossing - known, 0.0)) / calls : 0;
    interval.timed_call_ns += (timed > 0 ? writing / timed : 0) + each;
    interval.untimed_call_ns += each;
    interval.other_ns = runtime - writing - reading + state.deciding_ns +
                        static_cast<double>(more(nodes, state.nodes_before)) * node_at_end_ns;
    state.processor_ns_before = processor;
    state.runtime_ticks_before = runtime_ticks;
    state.nodes_before = nodes;
    return interval;
}

void Run::change_levels(const std::vector<LevelChange>& changes) {
    if (changes.empty()) {
        return;
    }
    for (const LevelChange& change : changes) {
        const RegisteredMethod& method = *overhead_->methods[change.method];
        level_changes_.push_back(
            {change.at, rank_, method.overloaded ? method.qualified_with_types : method.qualified,
             text_of(change.to), change.share});
        registry().set_level(method, change.to);
    }
    const bool is_off = std::any_of(changes.begin(), changes.end(), [](const LevelChange& change) {
        return change.to == MeasuringLevel::off;
    });
    if (is_off) { // a kill must not lose it
        add_problem("calls of some methods were not measured, to stay within overhead= "
                    "(overhead_budget in run.json)");
    }
}

// Says what has changed in run.json, as often as its share of the budget allows: a kill may lose
// the last changes.
void Run::write_level_changes() {
    OverheadState& state = *overhead_;
    if (directory_.empty() || ranks_ > 1 || state.written_changes == level_changes_.size() ||
        clock_->now() < state.write_due) {
        return;
    }
    const double begin_ns = processor_ns_of_thread();
    write("run.json", run_json(summary(), false));
    state.written_changes = level_changes_.size();
    state.write_due = end_of_pause_after(processor_ns_of_thread() - begin_ns,
                                         share_of_writing * configuration_.overhead);
}

// The moment before which work that took so long does not come again, to take `most` of the time.
std::uint64_t Run::end_of_pause_after(double took_ns, double most) const {
    const double seconds = std::max(OverheadBudget::least_interval, took_ns * 1e-9 / most);
    return clock_->now() + static_cast<std::uint64_t>(seconds * clock_->ticks_per_second());
}

// Tests whether to decide. Pauses are processor time, so that deciding takes no larger part of it
// on a loaded machine; they are over where buffers that calls have filled cost more than half of
// the share. Fewer calls can wait.
bool Run::is_due(const ThreadRecorder& own) noexcept {
    OverheadState& state = *overhead_;
    const std::uint64_t drains = own.drains() - own.drains_at_decision;
    if (clock_->now() < state.pause_end && drains == 0) {
        return false;
    }
    const double since = processor_ns() - state.processor_ns_before;
    const double filling_ns = static_cast<double>(drains * buffer_capacity) *
                              OverheadBudget::beyond_calibration * cost_.recorded.whole;
    if (since < state.pause_ns && filling_ns < configuration_.overhead / 2 * since) {
        state.pause_end = end_of_pause_after(state.pause_ns - since, 1);
        return false;
    }
    return true;
}

void Run::keep_overhead(ThreadRecorder& own) noexcept {
    const SlowSection section;
    const NoFloatingPointExceptions no_exceptions;
    const std::unique_lock lock(mutex_, std::try_to_lock);
    if (!lock.owns_lock() || phase_ != Phase::running || !overhead_.has_value() ||
        clock_->now() < overhead_due) {
        return;
    }
    const std::uint64_t begin = clock_->now();
    overhead_due = end_of_pause_after(0, most_of_deciding);
    if (!is_due(own)) {
        return;
    }
    const PausedMeasuring pause(own, PausedMeasuring::Waits::for_files);
    const double begin_ns = processor_ns_of_thread();
    {
        const std::lock_guard own_lock(own.mutex());
        own.drain(); // a slow buffer would bring the calls of many intervals at once
    }
    own.drains_at_decision = own.drains();
    try {
        change_levels(overhead_->budget.decide(overhead_since_last_time()));
        const double took_ns = processor_ns_of_thread() - begin_ns;
        overhead_due = end_of_pause_after(took_ns, most_of_deciding);
        overhead_->pause_ns = took_ns / (share_of_deciding * configuration_.overhead);
        overhead_->pause_end = end_of_pause_after(overhead_->pause_ns, 1);
        write_level_changes();
        overhead_->deciding_ns = processor_ns_of_thread() - begin_ns;
    } catch (const std::exception&) { // no memory: nothing changes
    }
    overhead_->runtime_ticks_before += clock_->now() - begin; // deciding is no cost of calls
}

} // namespace proxima::detail
