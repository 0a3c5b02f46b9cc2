#include "shared/prediction_writers.hpp"

#include "text/table.hpp"

#include <proxima/base/units.hpp>
#include <proxima/platform/attribution.hpp>

#include <nlohmann/json.hpp>

#include <cmath>

namespace proxima::cli {

using platform::Application;
using platform::PlatformPrediction;
using Json = nlohmann::ordered_json;

std::string part_text(double part, double whole) {
    if (std::isnan(part)) {
        return "unknown";
    }
    const double share = whole > 0 ? part / whole : 0;
    constexpr double noticeable = -5e-4;
    return share < noticeable ? "-" + base::human_share(-share) : base::human_share(share);
}

std::string interval_text(const std::optional<base::Range>& interval) {
    return interval
               ? base::human_seconds(interval->min) + " ... " + base::human_seconds(interval->max)
               : "";
}

std::string limit_text(const Application& application, const PlatformPrediction& prediction) {
    const auto shares = platform::class_shares(application, prediction);
    return shares.empty() ? ""
                          : shares.front().kind + " " + part_text(shares.front().share.value, 1);
}

std::string result_text(double value) {
    return std::isnan(value) ? "unknown" : base::human_number(value);
}

void write_parts(const Application& application, const PlatformPrediction& made,
                 const text::Terminal& terminal, text::Output& output) {
    text::Table table("component", {{"class", 2}, {"time", 4}, {"share", 3}, {"90% interval", 1}},
                      terminal);
    for (std::size_t i = 0; i < made.components.size(); ++i) {
        const auto& [value, interval] = made.components[i];
        table.add({application.components[i].name,
                   {application.components[i].kind,
                    std::isnan(value) ? "unknown" : base::human_seconds(value),
                    part_text(value, made.total.value), interval_text(interval)}});
    }
    table.add({"total",
               {limit_text(application, made), base::human_seconds(made.total.value), "",
                interval_text(made.total.interval)}});
    table.write(output);
    for (std::size_t i = 0; i < made.results.size(); ++i) {
        const auto& [value, range] = made.results[i];
        output.print("{} = {}", application.results[i].name, result_text(value));
        if (range) {
            output.print(" ({} ... {})", base::human_number(range->min),
                         base::human_number(range->max));
        }
        const auto& unit = application.results[i].unit;
        output.print("{}\n", unit.empty() || std::isnan(value) ? "" : " " + unit);
    }
}

Json json_of(const std::optional<base::Range>& interval) {
    return interval ? Json{interval->min, interval->max} : Json();
}

Json json_of(const platform::Estimate& estimate) {
    return {{"value", estimate.value}, {"interval", json_of(estimate.interval)}};
}

Json json_of(const platform::Application& application, const platform::PlatformPrediction& made) {
    auto components = Json::array();
    for (std::size_t i = 0; i < made.components.size(); ++i) {
        const auto& [value, interval] = made.components[i];
        components.push_back({{"name", application.components[i].name},
                              {"class", application.components[i].kind},
                              {"seconds", value},
                              {"share", made.total.value > 0 ? value / made.total.value : 0},
                              {"interval", json_of(interval)}});
    }
    auto results = Json::object();
    for (std::size_t i = 0; i < made.results.size(); ++i) {
        results[application.results[i].name] = json_of(made.results[i]);
    }
    return {{"components", components},
            {"total", {{"seconds", made.total.value}, {"interval", json_of(made.total.interval)}}},
            {"results", results}};
}

} // namespace proxima::cli
