// What a run is asked to do; the text it comes from is described in proxima/control.hpp.
#pragma once

#include "configuration/sampling.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace proxima::detail {

enum class ClockChoice { automatic, counter, monotonic };

struct SelectionRule {
    bool include;
    std::string pattern;
};

struct Configuration {
    std::string text;
    bool measure = true; // false: "off"
    bool records = true; // whether there are record files
    SamplingRules sampling;
    bool start = true;
    bool quiet = false;
    std::string output = "proxima-run";
    std::vector<SelectionRule> rules;
    std::vector<std::string> counters; // by name, besides the wall clock
    ClockChoice clock = ClockChoice::automatic;
    std::uint32_t depth = 256;
    std::uint32_t rank_rows = 64;
    std::uint64_t limit = 0; // bytes of all record files together; 0: none

    // Whether a method is measured, given as `port::method` and `port::method(types)`.
    bool selects(std::string_view method, std::string_view method_with_types) const noexcept;
};

struct ConfigurationError {
    std::string message; // one line: what is wrong and what is valid
};

std::variant<Configuration, ConfigurationError> parse_configuration(std::string_view text);

} // namespace proxima::detail
