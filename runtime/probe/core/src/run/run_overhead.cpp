// Keeps the cost of measuring within overhead=: sums up what calls have cost, and carries out what
// the budget decides.
#include "run/run.hpp"
#include "system/processor_use.hpp"

#include <algorithm>
#include <exception>

namespace proxima::detail {

std::atomic<std::uint64_t> overhead_due{~std::uint64_t{0}};

namespace {

constexpr double share_of_sources = 0.05;

constexpr double most_of_deciding = 0.01; // of the time between decisions

// Calls of short functions, of bzip2 for example, cost so much more than those in the loops of the
// calibration: code is no longer inlined, and records evict the program's data.
constexpr double beyond_calibration = 1.6;

// The calls of a node until now, but for those that wait in the columns of its thread.
MethodLoad load_of(const TreeNode& node) noexcept {
    MethodLoad load{node.statistics.calls, 0};
    if (node.bins != nullptr) {
        for (const Bin& bin : node.bins->all()) {
            load.timed += bin.statistics.calls - bin.untimed.included;
            load.untimed += bin.untimed.included + bin.untimed.not_included();
        }
    }
    return load;
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

std::size_t OverheadState::number_of(const RegisteredMethod& method) {
    const auto [known, is_new] = numbers.try_emplace(&method, methods.size());
    if (is_new) {
        methods.push_back(&method);
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
        overhead_due = clock_->now() + static_cast<std::uint64_t>(OverheadBudget::first_interval *
                                                                  clock_->ticks_per_second());
    }
}

OverheadInterval Run::overhead_since_last_time() {
    OverheadState& state = *overhead_;
    std::vector<MethodLoad> loads(state.methods.size());
    std::uint64_t runtime_ticks = 0;
    for (const auto& recorder : recorders_) {
        const std::lock_guard lock(recorder->mutex());
        runtime_ticks += recorder->own_work();
        for (std::size_t id = 1; id < recorder->tree().size(); ++id) {
            TreeNode& node = recorder->tree().node(id);
            const RegisteredMethod& method = *node.where->method;
            if (configuration_.overhead_of_sources && !method.is_of_source) {
                continue;
            }
            make_ends_slow_if_long(node, clock_->ticks_per_second());
            loads.resize(std::max(loads.size(), state.number_of(method) + 1));
            MethodLoad& load = loads[state.number_of(method)];
            const MethodLoad calls = load_of(node);
            load.timed += calls.timed;
            load.untimed += calls.untimed;
            load.is_fixed = load.is_fixed || !node.where->is_plain();
        }
    }
    const bool is_first = state.before.empty();
    state.before.resize(loads.size());
    OverheadInterval interval;
    interval.methods = loads;
    double timed = 0;
    double calls = 0;
    for (std::size_t i = 0; i < loads.size(); ++i) {
        MethodLoad& load = interval.methods[i];
        load.timed = more(load.timed, state.before[i].timed);
        load.untimed = more(load.untimed, state.before[i].untimed);
        const RegisteredMethod& method = *state.methods[i];
        const bool has_all =
            configuration_.sampling_of(method.qualified, method.qualified_with_types).kind ==
            SamplingKind::all;
        load.best = has_all ? MeasuringLevel::recorded : MeasuringLevel::estimated;
        timed += static_cast<double>(load.timed);
        calls += static_cast<double>(load.timed + load.untimed);
    }
    const double nanoseconds = 1e9 / clock_->ticks_per_second();
    interval.now = static_cast<double>(clock_->now() - clock_->start().ticks) * nanoseconds * 1e-9;
    const double processor = processor_ns();
    interval.processor_ns = processor - state.processor_ns_before;
    interval.timed_call_ns = beyond_calibration * cost_.recorded.whole;
    interval.untimed_call_ns = beyond_calibration * cost_.untimed.whole;
    // Writing records takes at most as much again as making them, reading parameters ten times as
    // much. The rest is setting up, which is most of the first interval.
    const double runtime =
        static_cast<double>(more(runtime_ticks, state.runtime_ticks_before)) * nanoseconds;
    const double writing = std::min(runtime, timed * cost_.recorded.whole);
    const double reading =
        std::min(runtime - writing, (is_first ? 0 : 10) * calls * cost_.recorded.whole);
    interval.timed_call_ns += timed > 0 ? writing / timed + reading / calls : 0;
    interval.untimed_call_ns += calls > 0 ? reading / calls : 0;
    state.before = std::move(loads);
    state.processor_ns_before = processor;
    state.runtime_ticks_before = runtime_ticks;
    return interval;
}

void Run::change_levels(const std::vector<LevelChange>& changes) {
    for (const LevelChange& change : changes) {
        const RegisteredMethod& method = *overhead_->methods[change.method];
        level_changes_.push_back(
            {change.at, rank_, method.overloaded ? method.qualified_with_types : method.qualified,
             text_of(change.to), change.share});
        registry().set_level(method, change.to);
    }
    for (const auto& recorder : recorders_) {
        const std::lock_guard lock(recorder->mutex());
        recorder->sample_anew();
    }
    const bool is_off = std::any_of(changes.begin(), changes.end(), [](const LevelChange& change) {
        return change.to == MeasuringLevel::off;
    });
    if (is_off) { // a kill must not lose it
        add_problem("calls of some methods were not measured, to stay within overhead= "
                    "(overhead_budget in run.json)");
    }
    if (!directory_.empty() && ranks_ == 1) {
        write("run.json", run_json(summary(), false));
    }
}

void Run::keep_overhead(ThreadRecorder& own) noexcept {
    const SlowSection section;
    const NoFloatingPointExceptions no_exceptions;
    const std::unique_lock lock(mutex_, std::try_to_lock);
    if (!lock.owns_lock() || phase_ != Phase::running || !overhead_.has_value() ||
        clock_->now() < overhead_due) {
        return;
    }
    const PausedMeasuring pause(own, PausedMeasuring::Waits::for_files);
    const std::uint64_t begin = clock_->now();
    const double begin_ns = processor_ns_of_thread();
    double wait = OverheadBudget::usual_interval;
    try {
        const std::vector<LevelChange> changes =
            overhead_->budget.decide(overhead_since_last_time());
        if (!changes.empty()) {
            change_levels(changes);
            wait = OverheadBudget::short_interval;
        }
    } catch (const std::exception&) { // no memory: nothing changes
    }
    const std::uint64_t end = clock_->now();
    overhead_->runtime_ticks_before += end - begin; // deciding is no cost of calls
    const double least = (processor_ns_of_thread() - begin_ns) * 1e-9 / most_of_deciding;
    overhead_due =
        end + static_cast<std::uint64_t>(std::max(wait, least) * clock_->ticks_per_second());
}

} // namespace proxima::detail
