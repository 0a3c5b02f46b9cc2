#include "report/report_json.hpp"
#include "report/report_tables.hpp"
#include "text/table.hpp"
#include "text/terminal.hpp"

#include <proxima/base/text.hpp>
#include <proxima/base/units.hpp>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace proxima::cli {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::array<const char*, resources::resource_count> names{"processor", "disk", "network",
                                                                   "taken_away"};

std::string basis(const resources::ResourcePart& part) {
    auto text = fmt::format(
        "Estimated from {} of {} on {} ({}), in which {} of the measured time lies, by least "
        "squares, with 95% intervals; clocks agree within {}",
        base::plural(part.intervals, "interval"), base::human_time(part.interval_us),
        base::joined(part.nodes), part.watched, base::human_share(part.covered),
        base::human_time(part.clock_bound_us));
    text += part.is_another_clock ? " if those of the hosts of run and master do." : ".";
    if (part.knows_communication) {
        text += " net: time in MPI calls, in which waiting ranks poll, so cpu and taken overlap "
                "with it.";
    }
    if (part.without_record > 0) {
        text += fmt::format(" {} without record {} with the callers.",
                            base::plural(part.without_record, "call"),
                            part.without_record == 1 ? "is" : "are");
    }
    return text;
}

} // namespace

void write_resources(const resources::ResourcePart& part, std::size_t most,
                     const text::Terminal& terminal, text::Output& output) {
    const char* const error = terminal.unicode ? "±" : "+-";
    text::Table table(
        "time spent on",
        {{"excl", 9}, {"cpu", 8}, {"disk", 7}, {"net", 5}, {"taken", 6}, {"rest", 4}, {error, 3}},
        terminal);
    std::uint64_t contradictions = 0;
    std::uint64_t uncertain = 0;
    for (std::size_t i = 0; i < std::min(most, part.methods.size()); ++i) {
        const auto& method = part.methods[i];
        text::TableRow row{method.name, {base::human_time(method.own_us)}};
        for (const auto& share : method.shares) {
            row.cells.push_back(share ? base::rounded_share(share->value) : "-");
        }
        const auto rest = method.rest();
        row.cells.push_back(rest ? base::rounded_share(*rest) : "-");
        const bool is_known = method.answer == resources::Answer::shares;
        contradictions += method.answer == resources::Answer::contradicts ? 1 : 0;
        uncertain += method.answer == resources::Answer::uncertain ? 1 : 0;
        row.cells.push_back(is_known ? base::rounded_share(method.error()) : "-");
        table.add(std::move(row));
    }
    table.write(output);
    if (contradictions > 0) {
        text::print_paragraph("Not attributable: " + base::plural(contradictions, "line") +
                                  ", whose parts take more than the time. The rate of the network "
                                  "is wrong, or the nodes did not sample all ranks.",
                              terminal, output);
    }
    if (uncertain > 0) {
        text::print_paragraph(
            "Not known: " + base::plural(uncertain, "line") + ", too short for samples that are " +
                base::human_time(part.interval_us) + " apart; sample more often, or longer.",
            terminal, output);
    }
    text::print_paragraph(basis(part), terminal, output);
}

Json json_of(const resources::ResourcePart& part) {
    Json json{{"nodes", part.nodes},
              {"watched", part.watched},
              {"intervals", part.intervals},
              {"interval_us", part.interval_us},
              {"clock_bound_us", part.clock_bound_us},
              {"same_host", !part.is_another_clock},
              {"covered_share", part.covered},
              {"calls_without_record", part.without_record}};
    json["methods"] = Json::array();
    for (const auto& method : part.methods) {
        Json one{{"name", method.name}, {"exclusive_us", method.own_us}};
        for (std::size_t i = 0; i < resources::resource_count; ++i) {
            const auto& share = method.shares[i];
            one[names[i]] = share ? Json{{"share", share->value},
                                         {"low", share->interval->min},
                                         {"high", share->interval->max}}
                                  : Json();
        }
        const auto rest = method.rest();
        one["rest"] = rest ? Json{{"share", *rest}} : Json();
        if (method.answer != resources::Answer::shares) {
            one["unknown"] = method.answer == resources::Answer::contradicts
                                 ? "parts take more than the time"
                                 : "too short for the samples";
        }
        json["methods"].push_back(std::move(one));
    }
    return json;
}

} // namespace proxima::cli
