// What is recorded of each method's invocations, besides the statistics, which always have all.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace proxima::detail {

enum class RecordingKind : std::uint8_t {
    all,
    every,     // the first of `number`, and so on
    reservoir, // `number` of each bin of the first parameter, chosen evenly
    aggregate, // none
    off        // the method is not measured
};

struct Recording {
    RecordingKind kind = RecordingKind::all;
    std::uint32_t number = 0;

    friend bool operator==(const Recording& left, const Recording& right) noexcept {
        return left.kind == right.kind && left.number == right.number;
    }
};

// As in the configuration: "reservoir:64". Nothing if the text is none.
std::optional<Recording> parse_recording(std::string_view text);
std::string text_of(const Recording& recording);

constexpr std::string_view valid_recordings = "all, every:N (N from 1 to 1000000), reservoir:N (N "
                                              "from 1 to 4096), aggregate, off";

struct RecordingRule {
    std::string pattern;
    Recording recording;
};

struct Recordings {
    Recording standard;
    std::vector<RecordingRule> rules; // the last that matches decides
    // Whether statistics are kept for each bin while the application runs, because the records may
    // not have all invocations.
    bool binned = false;
    std::uint64_t seed = 1; // of the choice for reservoirs

    // For a method given as `port::method` and `port::method(types)`.
    Recording of(std::string_view method, std::string_view method_with_types) const noexcept;
    // Whether some methods are recorded in part only.
    bool leave_out() const noexcept;
};

} // namespace proxima::detail
