// The configuration of a run; proxima/control.hpp describes its text.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace proxima::detail {

enum class SamplingKind : std::uint8_t {
    all,
    every,    // the first of each `number` invocations
    first,    // the first `number` of each bin of the first parameter
    aggregate // no invocation
};

// Selects the invocations of a method that are recorded. The statistics cover all.
struct Sampling {
    SamplingKind kind = SamplingKind::all;
    std::uint32_t number = 0;
};

// Text of a sampling: "every:64".
std::string text_of(const Sampling& sampling);
// Parses such a text; empty if it is invalid.
std::optional<Sampling> parse_sampling(std::string_view text);

// A rule for methods. The last rule whose pattern matches a method decides. A pattern with types is
// compared with `port::method(types)`, another with `port::method`.
template <class Value>
struct MethodRule {
    std::string pattern;
    Value value;
};

using SamplingRule = MethodRule<Sampling>;
using SelectionRule = MethodRule<bool>; // true: measure

// Text of a rule: "exclude=Port::method".
std::string text_of(const SelectionRule& rule);

// Appends a rule, and removes older ones with its pattern, but none of the first `kept` rules.
template <class Value>
void replace_rule(std::vector<MethodRule<Value>>& rules, MethodRule<Value> rule,
                  std::ptrdiff_t kept = 0) {
    const auto is_replaced = [&](const auto& old) { return old.pattern == rule.pattern; };
    rules.erase(std::remove_if(rules.begin() + kept, rules.end(), is_replaced), rules.end());
    rules.push_back(std::move(rule));
}

enum class ClockChoice { automatic, counter, monotonic };

struct Configuration {
    std::string text;
    bool measure = true; // false: "off"
    bool help = false;   // true: print the keys only
    bool records = true; // false: no record files
    Sampling sampling;   // for methods that no rule matches
    std::vector<SamplingRule> sampling_rules;
    std::vector<SelectionRule> rules;
    std::vector<SelectionRule> routine_rules; // for MPI routines
    bool start = true;
    bool quiet = false;
    std::optional<bool> threads; // libproxima_threads hands contexts over; unset: if it is there
    bool locks = false;          // waiting for locks is measured
    std::string output = "proxima-run";
    std::vector<std::string> counters; // names of counters besides the wall clock
    // Most of the processor time that measuring may add; 0: all.
    double overhead = 0;
    bool has_overhead = false;        // overhead= was given
    bool overhead_of_sources = false; // only methods of instrumented sources are lowered
    std::uint64_t sample_ns = 0;      // time between stack samples; 0: none
    bool samples_waiting = false;     // elapsed time, else that of the processor
    ClockChoice clock = ClockChoice::automatic;
    std::uint32_t depth = 256;
    std::uint32_t rank_rows = 64;
    bool all_ranks = false;        // all ranks measure, none needs to be asked
    bool mpi_calls = false;        // MPI calls are invocations
    std::uint32_t wait = 3600;     // seconds for the last rank in MPI_Finalize
    std::uint32_t copy_every = 10; // seconds between copies of buffers in /dev/shm
    std::uint64_t limit = 0;       // bytes of all record files; 0: half of the free disk space

    // Look up a method, given as `port::method` and `port::method(types)`.
    bool selects(std::string_view method, std::string_view method_with_types) const noexcept;
    Sampling sampling_of(std::string_view method,
                         std::string_view method_with_types) const noexcept;
    bool selects_routine(std::string_view routine) const noexcept;
    // True if invocations of some methods are recorded.
    bool records_some() const noexcept;
    // True if some methods are recorded in part only.
    bool leaves_out() const noexcept;
    // True if bins need statistics, because the records may lack invocations.
    bool keeps_bins() const noexcept { return !records || limit != 0 || leaves_out(); }
};

struct ConfigurationError {
    std::string message; // one line: the error and the valid values
};

// Returns the help text, one line for each key.
std::vector<std::string> configuration_help();

std::variant<Configuration, ConfigurationError> parse_configuration(std::string_view text);

} // namespace proxima::detail
