// One line for each method that takes much of the time.
#include "fit/fit_writers.hpp"
#include "text/text.hpp"
#include "text/units.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

namespace proxima::cli {
namespace {

constexpr double enough_of_the_time = 0.95;
constexpr std::size_t narrowest_name = 6;
constexpr std::size_t widest_name = 36;

/// Of all invocations, those that were left out included.
double total_of(const model::Measurements& measured) {
    double total = 0;
    for (const auto& point : measured.points) {
        total += static_cast<double>(point.count + point.outliers) * point.mean + point.delay;
    }
    return total;
}

auto identity(const model::Measurements& measured) {
    return std::tie(measured.component, measured.implementation, measured.port, measured.method,
                    measured.path, measured.metric);
}

/// Of each method the metric that adds up with those of others, the largest total first.
std::vector<const model::Measurements*> own_times(const std::vector<model::Measurements>& all) {
    using Key = std::tuple<std::string, std::string, std::string, std::string, std::string>;
    std::map<Key, const model::Measurements*> chosen;
    for (const auto& measured : all) {
        const Key key{measured.component, measured.implementation, measured.port, measured.method,
                      measured.path};
        const bool is_own = measured.metric == "exclusive";
        const bool is_time = measured.metric == "time";
        if (is_own || (is_time && chosen.count(key) == 0) ||
            (!is_time && chosen.count(key) == 0 && measured.unit != "us")) {
            chosen[key] = &measured;
        }
    }
    std::vector<const model::Measurements*> sorted;
    for (const auto& [key, measured] : chosen) {
        sorted.push_back(measured);
    }
    std::sort(sorted.begin(), sorted.end(), [](const auto* a, const auto* b) {
        const double of_a = total_of(*a);
        const double of_b = total_of(*b);
        return of_a != of_b ? of_a > of_b : a < b;
    });
    return sorted;
}

double total_of(const std::vector<const model::Measurements*>& all) {
    double total = 0;
    for (const auto* measured : all) {
        total += total_of(*measured);
    }
    return total;
}

/// `12.3 + 0.161 Q log2(Q)`: as papers write it.
std::string paper_formula(const model::Model& fitted) {
    constexpr int digits = 3;
    auto text = short_expression(fitted.mean.text(), digits);
    for (auto at = text.find(" * "); at != std::string::npos; at = text.find(" * ", at)) {
        text.replace(at, 3, " ");
    }
    return text;
}

/// The middle of the domain, by the order of magnitude where it has none below 1.
std::vector<double> middle_of(const model::Model& fitted) {
    std::vector<double> values;
    for (const auto& input : fitted.inputs) {
        const auto domain = input.domain.value_or(model::Range{});
        values.push_back(domain.min > 0 ? std::sqrt(domain.min * domain.max)
                                        : (domain.min + domain.max) / 2);
    }
    return values;
}

/// `+12`; two digits where there is a point.
std::string signed_percents(double share) {
    const double percents = 100 * share;
    return std::abs(percents) < 9.5 ? fmt::format("{:+.2g}", percents)
                                    : fmt::format("{:+.0f}", percents);
}

/// `-5 to +12 %`: where so many invocations lie, from the mean.
std::string scatter_of(const model::Model& fitted, double level) {
    const auto at = middle_of(fitted);
    const double mean = fitted.mean(at);
    const auto interval = model::prediction_interval(fitted, at, level);
    if (!interval || !(mean > 0)) {
        return "not known";
    }
    return signed_percents(std::max(interval->min, 0.0) / mean - 1) + " to " +
           signed_percents(interval->max / mean - 1) + " %";
}

struct Row {
    std::string share;
    std::string method;
    std::string formula;
    std::string error;
    std::string scatter;
    bool doubtful = false;
};

std::string percent(double share) {
    return share < 0.001   ? "< 0.1 %"
           : share < 0.095 ? fmt::format("{:.2g} %", 100 * share)
                           : fmt::format("{:.0f} %", 100 * share);
}

Row row_of(const model::FitOutcome& outcome, double total, double level) {
    Row row;
    const auto& measured = outcome.measurements;
    row.share = percent(total > 0 ? total_of(measured) / total : 0);
    row.method = title_of(outcome, measured.metric == "exclusive" ? "itself" : "");
    if (!outcome.model) {
        row.formula = "no model: " + outcome.refusal;
        return row;
    }
    row.formula = paper_formula(*outcome.model);
    row.error = percent(outcome.model->fit->relative_error);
    row.scatter = scatter_of(*outcome.model, level);
    row.doubtful = !outcome.model->warnings.empty();
    return row;
}

void write_rows(const std::vector<Row>& rows, double level, Output& output) {
    std::size_t name = narrowest_name;
    std::size_t formula = 0;
    for (const auto& row : rows) {
        name = std::max(name, std::min(display_width(row.method), widest_name));
        formula = std::max(formula, row.error.empty() ? 0 : display_width(row.formula));
    }
    output.print("{:>7}  {}  {}  {:>7}  {}\n", "share", pad_right("method", name),
                 pad_right("time of a call, us", std::max<std::size_t>(formula, 18)), "error",
                 human_number(level * 100) + " % of calls");
    for (const auto& row : rows) {
        const auto title = pad_right(shorten_middle(printable(row.method), name, false), name);
        if (row.error.empty()) {
            output.print("{:>7}  {}  {}\n", row.share, title, printable(row.formula));
            continue;
        }
        output.print("{:>7}  {}  {}  {:>7}  {}{}\n", row.share, title,
                     pad_right(printable(row.formula), std::max<std::size_t>(formula, 18)),
                     row.error, row.scatter, row.doubtful ? "  (!)" : "");
    }
}

} // namespace

std::vector<model::Measurements> main_measurements(const std::vector<model::Measurements>& all) {
    const auto sorted = own_times(all);
    const double total = total_of(sorted);
    std::vector<model::Measurements> made;
    double sum = 0;
    for (const auto* measured : sorted) {
        if (!made.empty() && sum >= enough_of_the_time * total) {
            break;
        }
        sum += total_of(*measured);
        made.push_back(*measured);
    }
    return made;
}

void write_fit_summary(const std::vector<model::FitOutcome>& outcomes,
                       const std::vector<model::Measurements>& all, double level, Output& output) {
    const double total = total_of(own_times(all));
    std::vector<std::pair<double, const model::FitOutcome*>> order;
    const auto shown_methods = main_measurements(all);
    for (const auto& outcome : outcomes) {
        if (std::any_of(shown_methods.begin(), shown_methods.end(), [&](const auto& measured) {
                return identity(measured) == identity(outcome.measurements);
            })) {
            order.emplace_back(total_of(outcome.measurements), &outcome);
        }
    }
    std::sort(order.begin(), order.end(), [](const auto& a, const auto& b) {
        return a.first != b.first ? a.first > b.first : a.second < b.second;
    });
    std::vector<Row> rows;
    double shown = 0;
    for (const auto& [time, outcome] : order) {
        if (rows.empty() || shown < enough_of_the_time * total) {
            rows.push_back(row_of(*outcome, total, level));
            shown += time;
        }
    }
    write_rows(rows, level, output);
    if (std::any_of(rows.begin(), rows.end(), [](const auto& row) { return row.doubtful; })) {
        output.print("(!) do not rely on it; `--method NAME` says why and what to measure\n");
    }
    if (rows.size() < order.size() || shown_methods.size() < own_times(all).size()) {
        output.print("the rest takes {} of the time; `--verbose` shows it\n",
                     percent(1 - shown / total));
    }
}

} // namespace proxima::cli
