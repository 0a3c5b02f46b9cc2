#include "run/cost.hpp"
#include "run/run.hpp"

#include <proxima/detail/run_facts.hpp>

#include <mutex>
#include <utility>
#include <vector>

namespace proxima::detail {

void begin_run() noexcept {
    guarded([] { run().configure_from_environment(); });
}

void limit_overhead_of_sources() noexcept {
    guarded([] {
        run().configure_from_environment();
        run().limit_overhead_of_sources();
    });
}

RunFacts run_facts() {
    const NoFloatingPointExceptions no_exceptions;
    const SlowSection section;
    return run().facts();
}

void report_mpi_call_cost(CallCost cost) noexcept {
    const SlowSection section;
    guarded([&] { run().report_mpi_call_cost(cost); });
}

bool select_methods(const char* pattern, bool measured) noexcept {
    return guarded([&] { run().select_methods({pattern, measured}); });
}

std::string run_directory() {
    const SlowSection section;
    return run().directory();
}

std::uint64_t clock_ticks() noexcept {
    return run().clock_ticks();
}

RunFacts Run::facts() {
    const std::lock_guard lock(mutex_);
    RunFacts facts;
    facts.measuring = phase_ == Phase::running || phase_ == Phase::ready;
    facts.rank = rank_;
    facts.ranks = ranks_;
    facts.all_ranks_measure = configuration_.all_ranks;
    facts.mpi_calls_are_invocations = configuration_.mpi_calls;
    facts.longest_wait = std::chrono::seconds(configuration_.wait);
    if (!clock_.has_value()) {
        return facts;
    }
    facts.counter_is_clock = clock_->is_counter();
    facts.nanoseconds_per_tick = 1e9 / clock_->ticks_per_second();
    // The first estimate is from a millisecond; a longer run gives a better one.
    constexpr std::int64_t long_enough = 10'000'000;
    const ClockPair now = clock_->pair();
    const std::int64_t elapsed = now.monotonic_ns - clock_->start().monotonic_ns;
    if (facts.counter_is_clock && !end_.has_value() && elapsed > long_enough) {
        facts.nanoseconds_per_tick =
            static_cast<double>(elapsed) / static_cast<double>(now.ticks - clock_->start().ticks);
    }
    return facts;
}

void Run::select_methods(SelectionRule rule) {
    const std::lock_guard lock(mutex_);
    if (rule.value && configuration_.rules.empty()) { // a first include would exclude all others
        return;
    }
    registry().add_rule(configuration_, std::move(rule));
}

// Locks all recorders meanwhile, because they read the rules.
std::string Run::sample_methods(std::string_view pattern, std::string_view records) {
    const auto sampling = parse_sampling(records);
    if (pattern.empty() || !sampling) {
        return "methods are recorded all, every:N, first:N or aggregate";
    }
    const std::lock_guard lock(mutex_);
    if (!configuration_.records || !configuration_.keeps_bins()) {
        return "the run keeps no statistics beside its records: start it with records=every:1, "
               "which records all";
    }
    std::vector<std::unique_lock<std::timed_mutex>> locks;
    for (const auto& recorder : recorders_) {
        locks.emplace_back(recorder->mutex());
    }
    replace_rule(configuration_.sampling_rules, {std::string(pattern), *sampling});
    for (const auto& recorder : recorders_) {
        recorder->sample_anew();
    }
    return {};
}

std::string Run::directory() {
    const std::lock_guard lock(mutex_);
    return directory_;
}

void Run::report_mpi_call_cost(CallCost cost) {
    const std::lock_guard lock(mutex_);
    if (configuration_.mpi_calls && clock_.has_value()) {
        cost.whole += measure_cost_of_communicating(*clock_) - cost_.recorded.whole;
    }
    mpi_call_cost_ = cost;
}

} // namespace proxima::detail
