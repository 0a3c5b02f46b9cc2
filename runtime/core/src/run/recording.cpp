#include "run/recording.hpp"

#include "text/glob.hpp"

#include <algorithm>
#include <array>
#include <charconv>

namespace proxima::detail {

namespace {

struct NamedKind {
    std::string_view name;
    RecordingKind kind;
    std::uint32_t most; // of its number; 0: it has none
};

constexpr std::array<NamedKind, 5> kinds{{{"all", RecordingKind::all, 0},
                                          {"every", RecordingKind::every, 1'000'000},
                                          {"reservoir", RecordingKind::reservoir, 4096},
                                          {"aggregate", RecordingKind::aggregate, 0},
                                          {"off", RecordingKind::off, 0}}};

} // namespace

std::optional<Recording> parse_recording(std::string_view text) {
    const auto colon = text.find(':');
    const std::string_view name = text.substr(0, colon);
    for (const NamedKind& kind : kinds) {
        if (kind.name != name) {
            continue;
        }
        if (kind.most == 0) {
            return colon == std::string_view::npos ? std::optional(Recording{kind.kind, 0})
                                                   : std::nullopt;
        }
        const std::string_view digits =
            colon == std::string_view::npos ? "" : text.substr(colon + 1);
        std::uint32_t number = 0;
        const char* const end = digits.data() + digits.size();
        const auto parsed = std::from_chars(digits.data(), end, number);
        if (parsed.ec != std::errc() || parsed.ptr != end || number < 1 || number > kind.most) {
            return std::nullopt;
        }
        return Recording{kind.kind, number};
    }
    return std::nullopt;
}

std::string text_of(const Recording& recording) {
    const NamedKind& kind = kinds.at(static_cast<std::size_t>(recording.kind));
    const std::string name(kind.name);
    return kind.most == 0 ? name : name + ":" + std::to_string(recording.number);
}

Recording Recordings::of(std::string_view method,
                         std::string_view method_with_types) const noexcept {
    Recording recording = standard;
    for (const RecordingRule& rule : rules) {
        if (matches_method(rule.pattern, method, method_with_types)) {
            recording = rule.recording;
        }
    }
    return recording;
}

bool Recordings::leave_out() const noexcept {
    const auto leaves_out = [](const Recording& recording) {
        return recording.kind != RecordingKind::all && recording.kind != RecordingKind::off;
    };
    return leaves_out(standard) || std::any_of(rules.begin(), rules.end(), [&](const auto& rule) {
               return leaves_out(rule.recording);
           });
}

} // namespace proxima::detail
