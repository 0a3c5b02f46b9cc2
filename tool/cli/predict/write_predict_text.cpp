#include "predict/predict_command.hpp"
#include "shared/prediction_writers.hpp"
#include "text/table.hpp"

#include <proxima/base/units.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

namespace proxima::cli {
namespace {

void write_head(const Predictions& predictions, text::Output& output) {
    const auto& options = predictions.options;
    output.print("{}: ", predictions.application.name);
    const char* separator = "";
    for (const auto& parameter : predictions.application.parameters) {
        const auto found = options.values.find(parameter.name);
        if (!options.over || options.over->parameter != parameter.name) {
            output.print("{}{}={}", separator, parameter.name,
                         base::human_number(found != options.values.end() ? found->second
                                                                          : parameter.value));
            separator = ", ";
        }
    }
    output.write("\n");
    for (const auto& on : predictions.platforms) {
        if (!on.name.empty()) {
            output.print("{}: {}\n", on.name, on.title);
        }
    }
    output.write("\n");
}

// Writes a line for each value and platform.
void write_points(const Predictions& predictions, const text::Terminal& terminal,
                  text::Output& output) {
    const auto& application = predictions.application;
    const auto& over = predictions.options.over;
    std::vector<text::TableColumn> columns;
    if (over) {
        columns.push_back({over->parameter.c_str(), 10});
    }
    for (const auto& component : application.components) {
        columns.push_back({component.name.c_str(), 2});
    }
    columns.push_back({"total", 9});
    if (over) {
        columns.push_back({"speed-up", 8});
    }
    columns.insert(columns.end(), {{"interval", 1}, {"most", 3}});
    for (const auto& result : application.results) {
        columns.push_back({result.name.c_str(), 0});
    }
    text::Table table("platform", columns, terminal);
    for (std::size_t i = 0; i < predictions.platforms.front().points.size(); ++i) {
        for (const auto& on : predictions.platforms) {
            const auto& [at, made, speedup] = on.points[i];
            text::TableRow row{on.name, {}};
            if (at) {
                row.cells.push_back(base::human_number(*at));
            }
            for (const auto& component : made.components) {
                row.cells.push_back(base::human_seconds(component.value));
            }
            row.cells.push_back(base::human_seconds(made.total.value));
            if (at) {
                row.cells.push_back(speedup ? fmt::format("{:.2f}", *speedup) : "-");
            }
            row.cells.push_back(interval_text(made.total.interval));
            row.cells.push_back(limit_text(application, made));
            for (const auto& result : made.results) {
                row.cells.push_back(result_text(result.value));
            }
            table.add(std::move(row));
        }
    }
    table.write(output);
}

void write_fastest(const Predictions& predictions, text::Output& output) {
    output.write("\n");
    for (const auto& on : predictions.platforms) {
        const auto& fastest = *std::min_element(
            on.points.begin(), on.points.end(), [](const auto& left, const auto& right) {
                return left.prediction.total.value < right.prediction.total.value;
            });
        output.print("fastest{}{}: {}={}, {}; {}\n", on.name.empty() ? "" : " on ", on.name,
                     predictions.options.over->parameter, base::human_number(*fastest.at),
                     base::human_seconds(fastest.prediction.total.value),
                     limit_text(predictions.application, fastest.prediction));
    }
}

} // namespace

void write_predictions_text(const Predictions& predictions, const text::Terminal& terminal,
                            text::Output& output) {
    write_head(predictions, output);
    if (predictions.options.over || predictions.platforms.size() > 1) {
        write_points(predictions, terminal, output);
    } else {
        write_parts(predictions.application,
                    predictions.platforms.front().points.front().prediction, terminal, output);
    }
    if (predictions.options.over) {
        write_fastest(predictions, output);
    }
}

void write_fitted_text(const platform::FittedApplication& fitted, const text::Terminal& terminal,
                       text::Output& output) {
    const auto& fit = *fitted.application.fit;
    output.print("{}: {}\n\n", fitted.application.name, fit.runs);
    text::Table parameters("fitted", {{"value", 3}, {"interval", 2}, {"unit", 1}}, terminal);
    for (const auto& parameter : fitted.application.parameters) {
        if (parameter.is_free) {
            parameters.add(
                {parameter.name,
                 {base::human_number(parameter.value),
                  parameter.interval ? base::human_number(parameter.interval->min) + " ... " +
                                           base::human_number(parameter.interval->max)
                                     : "at its bound",
                  parameter.unit}});
        }
    }
    parameters.write(output);
    output.print("\none run about its prediction: {}, standard deviation\n\n",
                 base::human_share(fit.scatter));
    std::set<std::string> names;
    for (const auto& checked : fitted.runs) {
        for (const auto& [name, value] : checked.run.values) {
            names.insert(name);
        }
    }
    std::vector<text::TableColumn> columns;
    for (const auto& name : names) {
        columns.push_back({name.c_str(), 4});
    }
    columns.insert(columns.end(),
                   {{"measured", 6}, {"predicted", 5}, {"error", 9}, {"interval", 2}, {"", 8}});
    text::Table table("line", columns, terminal);
    std::size_t held_back = 0;
    std::size_t covered = 0;
    double worst = 0;
    for (const auto& checked : fitted.runs) {
        text::TableRow row{std::to_string(checked.run.place.line) + " " + checked.run.platform, {}};
        for (const auto& name : names) {
            const auto value = checked.run.values.find(name);
            row.cells.push_back(
                value != checked.run.values.end() ? base::human_number(value->second) : "");
        }
        row.cells.insert(row.cells.end(), {base::human_seconds(checked.run.seconds),
                                           base::human_seconds(checked.prediction.total.value),
                                           fmt::format("{:+.1f}%", 100 * checked.relative_error()),
                                           interval_text(checked.prediction.total.interval),
                                           std::string(checked.is_held_back ? "held back" : "") +
                                               (checked.is_covered() ? "" : " outside")});
        table.add(std::move(row));
        if (checked.is_held_back) {
            ++held_back;
            covered += checked.is_covered() ? 1 : 0;
            worst = std::max(worst, std::fabs(checked.relative_error()));
        }
    }
    table.write(output);
    if (held_back > 0) {
        output.print("\nheld back: largest error {}, {} of {} in their 90% intervals\n",
                     base::human_share(worst), covered, held_back);
    }
}

} // namespace proxima::cli
