#include "configuration/sampling.hpp"

#include "text/glob.hpp"

#include <algorithm>
#include <array>
#include <charconv>

namespace proxima::detail {

namespace {

struct NamedKind {
    std::string_view name;
    SamplingKind kind;
    bool has_number;
};

constexpr std::array<NamedKind, 5> kinds{{{"all", SamplingKind::all, false},
                                          {"every", SamplingKind::every, true},
                                          {"first", SamplingKind::first, true},
                                          {"aggregate", SamplingKind::aggregate, false},
                                          {"off", SamplingKind::off, false}}};

std::optional<std::uint32_t> number_in(std::string_view digits) {
    constexpr std::uint32_t most = 1'000'000;
    std::uint32_t number = 0;
    const char* const end = digits.data() + digits.size();
    const auto parsed = std::from_chars(digits.data(), end, number);
    const bool valid =
        parsed.ec == std::errc() && parsed.ptr == end && number >= 1 && number <= most;
    return valid ? std::optional(number) : std::nullopt;
}

} // namespace

std::optional<Sampling> parse_sampling(std::string_view text) {
    const auto colon = text.find(':');
    const bool has_number = colon != std::string_view::npos;
    for (const NamedKind& kind : kinds) {
        if (kind.name != text.substr(0, colon) || kind.has_number != has_number) {
            continue;
        }
        if (!has_number) {
            return Sampling{kind.kind, 0};
        }
        const auto number = number_in(text.substr(colon + 1));
        return number ? std::optional(Sampling{kind.kind, *number}) : std::nullopt;
    }
    return std::nullopt;
}

std::string text_of(const Sampling& sampling) {
    const NamedKind& kind = kinds.at(static_cast<std::size_t>(sampling.kind));
    const std::string name(kind.name);
    return kind.has_number ? name + ":" + std::to_string(sampling.number) : name;
}

Sampling SamplingRules::of(std::string_view method,
                           std::string_view method_with_types) const noexcept {
    Sampling sampling = standard;
    for (const SamplingRule& rule : rules) {
        if (matches_method(rule.pattern, method, method_with_types)) {
            sampling = rule.sampling;
        }
    }
    return sampling;
}

bool SamplingRules::leave_out() const noexcept {
    const auto leaves_out = [](const Sampling& sampling) {
        return sampling.kind != SamplingKind::all && sampling.kind != SamplingKind::off;
    };
    return leaves_out(standard) || std::any_of(rules.begin(), rules.end(), [&](const auto& rule) {
               return leaves_out(rule.sampling);
           });
}

} // namespace proxima::detail
