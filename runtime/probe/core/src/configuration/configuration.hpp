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
    every,    // the first of `number`, and so on
    first,    // the first `number` of each bin of the first parameter
    aggregate // none
};

// Which invocations of a method are recorded. The statistics cover all.
struct Sampling {
    SamplingKind kind = SamplingKind::all;
    std::uint32_t number = 0;
};

// "every:64"
std::string text_of(const Sampling& sampling);
// None: the text is no sampling.
std::optional<Sampling> parse_sampling(std::string_view text);

// Of several rules whose patterns match a method, the last holds. The pattern matches
// `port::method(types)` if it has types, else `port::method`.
template <class Value>
struct MethodRule {
    std::string pattern;
    Value value;
};

using SamplingRule = MethodRule<Sampling>;
using SelectionRule = MethodRule<bool>; // whether to measure

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
    bool help = false;   // only the keys are printed
    bool records = true; // whether there are record files
    Sampling sampling;   // of methods that no rule matches
    std::vector<SamplingRule> sampling_rules;
    std::vector<SelectionRule> rules;
    bool start = true;
    bool quiet = false;
    std::string output = "proxima-run";
    std::vector<std::string> counters; // by name, besides the wall clock
    ClockChoice clock = ClockChoice::automatic;
    std::uint32_t depth = 256;
    std::uint32_t rank_rows = 64;
    std::uint64_t limit = 0; // bytes of all record files together; 0: as DiskBudget has it

    // Of a method given as `port::method` and `port::method(types)`.
    bool selects(std::string_view method, std::string_view method_with_types) const noexcept;
    Sampling sampling_of(std::string_view method,
                         std::string_view method_with_types) const noexcept;
    // Whether invocations of some methods are recorded.
    bool records_some() const noexcept;
    // Whether some methods are recorded in part only.
    bool leaves_out() const noexcept;
    // Whether there are statistics of bins, because the records may lack invocations.
    bool keeps_bins() const noexcept { return !records || limit != 0 || leaves_out(); }
};

struct ConfigurationError {
    std::string message; // one line: what is wrong and what is valid
};

// The keys, a line each.
std::vector<std::string> configuration_help();

std::variant<Configuration, ConfigurationError> parse_configuration(std::string_view text);

} // namespace proxima::detail
