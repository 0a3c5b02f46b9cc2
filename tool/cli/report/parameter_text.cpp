// Recorded parameters as notes below a node.
#include "report/report_tables.hpp"
#include "text/json_text.hpp"

#include <proxima/base/units.hpp>

#include <fmt/format.h>

namespace proxima::cli {
namespace {

using profile::ParameterSummary;

// A longer list of values tells less than a range.
constexpr std::size_t most_listed = 4;

// Texts are in quotes, names are not.
std::string text_of(const ParameterSummary& summary, const ParameterSummary::Json& value) {
    if (value.is_number_float()) {
        return base::human_number(value);
    }
    const bool is_text = summary.parameter().type == rundir::ParameterType::text;
    return value.is_string() && !is_text ? value.get<std::string>() : text::json_text(value);
}

std::string values_text(const ParameterSummary& summary) {
    const auto& name = summary.parameter().name;
    const auto distinct = summary.values();
    if (distinct.size() == 1) {
        return fmt::format("{} = {}", name, text_of(summary, distinct.front().json));
    }
    if (summary.has_range() && (summary.has_many() || distinct.size() > most_listed)) {
        return fmt::format("{} = {}..{}, mean {}", name, text_of(summary, summary.minimum()),
                           text_of(summary, summary.maximum()), base::human_number(summary.mean()));
    }
    if (summary.has_many()) {
        return fmt::format("{} = more than {} values", name, ParameterSummary::most_distinct);
    }
    std::string list;
    for (const auto& value : distinct) {
        const double share =
            static_cast<double>(value.count) / static_cast<double>(summary.count());
        list += fmt::format("{}{}{}", list.empty() ? "" : ", ", text_of(summary, value.json),
                            summary.is_number() ? "" : " " + base::human_share(share));
    }
    return fmt::format("{} = {}", name, list);
}

} // namespace

std::string sentence(const ParameterSummary& summary) {
    const auto share =
        static_cast<double>(summary.missing()) / static_cast<double>(summary.count());
    if (summary.missing() == summary.count()) {
        return summary.parameter().name + " missing";
    }
    return values_text(summary) +
           (summary.missing() == 0 ? "" : ", missing " + base::human_share(share));
}

std::string sentence(const profile::ParameterBin& bin) {
    constexpr double us = 1e-3; // in nanoseconds
    const auto what =
        bin.parameter.empty() ? "all" : fmt::format("{} = {}", bin.parameter, bin.values);
    const auto& durations = bin.durations;
    return fmt::format("{}: {} of {}, {} to {}", what, base::plural(durations.calls(), "call"),
                       base::human_time(durations.mean_ns() * us),
                       base::human_time(durations.min_ns() * us),
                       base::human_time(durations.max_ns() * us));
}

} // namespace proxima::cli
