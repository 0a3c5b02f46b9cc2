// What is recorded of each method's invocations, besides the statistics, which always have all.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace proxima::detail {

enum class SamplingKind : std::uint8_t {
    all,
    every,     // the first of `number`, and so on
    first,     // the first `number` of each bin of the first parameter
    aggregate, // none
    off        // the method is not measured
};

struct Sampling {
    SamplingKind kind = SamplingKind::all;
    std::uint32_t number = 0;

    friend bool operator==(const Sampling& left, const Sampling& right) noexcept {
        return left.kind == right.kind && left.number == right.number;
    }
};

// As in the configuration: "every:64". Nothing if the text is none.
std::optional<Sampling> parse_sampling(std::string_view text);
std::string text_of(const Sampling& sampling);

constexpr std::string_view valid_samplings =
    "all, every:N, first:N (N from 1 to 1000000), aggregate, off";

struct SamplingRule {
    std::string pattern;
    Sampling sampling;
};

struct SamplingRules {
    Sampling standard;
    std::vector<SamplingRule> rules; // the last that matches decides
    // Whether statistics are kept for each bin while the application runs, because the records may
    // not have all invocations.
    bool binned = false;

    // For a method given as `port::method` and `port::method(types)`.
    Sampling of(std::string_view method, std::string_view method_with_types) const noexcept;
    // Whether some methods are recorded in part only.
    bool leave_out() const noexcept;
};

} // namespace proxima::detail
