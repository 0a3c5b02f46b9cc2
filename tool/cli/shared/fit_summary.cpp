#include "shared/fit_summary.hpp"

#include "text/text.hpp"

#include <proxima/base/units.hpp>
#include <proxima/gather/summed_times.hpp>

#include <algorithm>
#include <cmath>
#include <tuple>

namespace proxima::cli {
namespace {

constexpr double enough_of_the_time = 0.95;
constexpr double worth_saying = 0.05; // share of the time
constexpr std::size_t narrowest_name = 6;
constexpr std::size_t widest_name = 44;

// The time of calls that take far longer than others with equal parameters.
double left_out_of(const fit::FitOutcome& outcome) {
    double time = 0;
    for (const auto& point : outcome.measurements.points) {
        const bool is_left_out = outcome.model && point.outliers > 0 && point.count > 0;
        time += is_left_out ? point.total - static_cast<double>(point.count) * point.mean : 0;
    }
    return time;
}

auto identity(const gather::Measurements& measured) {
    return std::tie(measured.component, measured.implementation, measured.port, measured.method,
                    measured.path, measured.metric);
}

std::string three_digits(double value) {
    const bool plain = value == 0 || (std::fabs(value) >= 1e-3 && std::fabs(value) < 1e6);
    if (!plain || std::fabs(value) < 1000) {
        return fmt::format("{:.3g}", value);
    }
    const double unit = std::pow(10, std::floor(std::log10(std::fabs(value))) - 2);
    return fmt::format("{:.0f}", std::round(value / unit) * unit);
}

// `0.0647(3)` is 0.0647 +- 0.0003; without parentheses the error is less than the third digit.
std::string with_error(double value, double error) {
    const double size = std::max(std::fabs(value), error);
    if (!(error > 0) || !std::isfinite(error) || !(size > 0) ||
        error < 0.5 * std::pow(10, std::floor(std::log10(size)) - 2)) {
        return three_digits(value);
    }
    const int power = static_cast<int>(std::floor(std::log10(size)));
    const bool plain = power >= -3 && power < 6;
    const double scale = plain ? 1 : std::pow(10, power);
    constexpr double rounds_up = 9.5;
    const int place = static_cast<int>(std::floor(std::log10(error / scale * 10 / rounds_up)));
    const double digit = std::pow(10, place);
    const int decimals = std::max(0, -place);
    const double rounded_error = std::max(std::round(error / scale / digit), 1.0);
    return fmt::format("{:.{}f}({:.0f}){}", std::round(value / scale / digit) * digit, decimals,
                       decimals > 0 ? rounded_error : rounded_error * digit,
                       plain ? "" : fmt::format("e{}", power));
}

std::string two_digits(double value) {
    return value < 9.5 ? fmt::format("{:.2g}", value) : three_digits(std::round(value));
}

// `+- 12 %` or `factor 2.5`: so many of the invocations, outliers among them, lie within this of
// the formula.
std::string scatter_of(const fit::FitOutcome& outcome, double level) {
    const auto fitted = *outcome.model; // a copy keeps its parsers only until it is written
    const auto& names = outcome.measurements.parameters;
    std::vector<double> distances;
    std::vector<double> factors;
    for (const auto& one : outcome.measurements.sample) {
        std::vector<double> at;
        for (const auto& input : fitted.inputs) {
            at.push_back(one.at[static_cast<std::size_t>(
                std::find(names.begin(), names.end(), input.parameter) - names.begin())]);
        }
        const double ratio = one.value / fitted.mean(at);
        distances.push_back(std::fabs(ratio - 1));
        factors.push_back(std::max(ratio, 1 / ratio));
    }
    if (distances.empty()) {
        return "not known";
    }
    const auto quantile = [level](std::vector<double>& values) {
        const auto last = values.begin() + static_cast<std::ptrdiff_t>(
                                               level * static_cast<double>(values.size() - 1));
        std::nth_element(values.begin(), last, values.end());
        return *last;
    };
    constexpr double wide = 0.5;
    const double distance = quantile(distances);
    const double factor = quantile(factors);
    return distance < wide         ? "+- " + base::percent(distance)
           : std::isfinite(factor) ? "factor " + two_digits(factor)
                                   : "some are 0";
}

// Text instead of a model: the mean, and why there is no model.
std::string mean_of(const fit::FitOutcome& outcome) {
    std::uint64_t count = 0;
    for (const auto& point : outcome.measurements.points) {
        count += point.count + point.outliers;
    }
    const auto mean = gather::total_of(outcome.measurements) /
                      static_cast<double>(std::max<std::uint64_t>(count, 1));
    return three_digits(mean) + (count < 5 ? ", mean of " + base::plural(count, "call")
                                           : "; no model: " + outcome.refusal);
}

struct Row {
    std::string share;
    std::string method;
    std::string formula;
    std::string error;
    std::string scatter;
    std::string left_out; // share of the time that the formula does not describe, or empty
    std::string tail;     // calls far above the formula
    std::string groups;   // ranks, threads or call paths that differ
    bool doubtful = false;
};

// The name of the only implementation of a component is redundant.
bool has_one_implementation(const gather::Measurements& measured,
                            const std::vector<gather::Measurements>& all) {
    return std::all_of(all.begin(), all.end(), [&](const auto& other) {
        return other.component != measured.component ||
               other.implementation == measured.implementation;
    });
}

Row row_of(const fit::FitOutcome& outcome, const std::vector<gather::Measurements>& all,
           double total, double level) {
    Row row;
    const auto& measured = outcome.measurements;
    row.share = base::percent(total > 0 ? gather::total_of(measured) / total : 0);
    row.method = title_of(outcome,
                          measured.metric == "exclusive"     ? "itself"
                          : measured.metric == "computation" ? "computing"
                                                             : "",
                          !has_one_implementation(measured, all));
    if (!outcome.model) {
        row.formula = mean_of(outcome);
        return row;
    }
    row.formula = paper_formula(outcome);
    row.error = base::percent(outcome.model->fit->relative_error);
    row.scatter = scatter_of(outcome, level);
    row.left_out = left_out_text(outcome);
    row.tail = outcome.model->fit->tail;
    row.groups = outcome.model->fit->groups;
    row.doubtful = !outcome.model->warnings.empty();
    return row;
}

void write_rows(const std::vector<Row>& rows, double level, text::Output& output) {
    std::size_t name = narrowest_name;
    std::size_t formula = 0;
    for (const auto& row : rows) {
        name = std::max(name, std::min(text::display_width(row.method), widest_name));
        formula = std::max(formula, row.error.empty() ? 0 : text::display_width(row.formula));
    }
    output.print("{:>7}  {}  {}  {:>7}  {}\n", "share", text::pad_right("method", name),
                 text::pad_right("time of a call, us", std::max<std::size_t>(formula, 18)), "error",
                 base::human_number(level * 100) + " % of calls");
    for (const auto& row : rows) {
        const auto title =
            text::pad_right(text::shorten_middle(base::printable(row.method), name, false), name);
        if (row.error.empty()) {
            output.print("{:>7}  {}  {}\n", row.share, title, base::printable(row.formula));
            continue;
        }
        output.print(
            "{:>7}  {}  {}  {:>7}  {}{}{}\n", row.share, title,
            text::pad_right(base::printable(row.formula), std::max<std::size_t>(formula, 18)),
            row.error, row.scatter, row.left_out.empty() ? "" : ", " + row.left_out,
            row.doubtful ? "  (!)" : "");
        for (const auto& line : {row.tail, row.groups}) {
            if (!line.empty()) {
                output.print("{:>7}  {}\n", "", base::printable(line));
            }
        }
    }
}

// True for `n < 1400 ? 3 : n < 9000 ? 4 : 5`: ascending ranges, none within parentheses.
bool has_ranges(const std::string& text) {
    int depth = 0;
    for (const char c : text) {
        depth += c == '(' ? 1 : c == ')' ? -1 : 0;
        if (c == '?' && depth > 0) {
            return false;
        }
    }
    return text.find(" : ") != std::string::npos &&
           text.find_first_of("&|>=!") == std::string::npos;
}

} // namespace

std::string title_of(const fit::FitOutcome& outcome, const std::string& metric,
                     bool with_implementation) {
    const auto& measured = outcome.measurements;
    std::string title = measured.component + "." + measured.method;
    title += !with_implementation || measured.implementation.empty() ||
                     measured.implementation == measured.component
                 ? ""
                 : " (" + measured.implementation + ")";
    title += metric.empty() ? "" : " " + metric;
    title += measured.path.empty() ? "" : " from " + measured.path;
    for (const auto& condition : outcome.conditions) {
        title += ", " + condition.parameter + " = " + condition.value;
    }
    return title;
}

std::string title_of(const fit::FitOutcome& outcome) {
    return title_of(outcome, outcome.measurements.metric);
}

std::string readable_formula(const std::string& expression, int digits) {
    auto text = base::short_expression(expression, digits);
    const auto replace = [&text](const std::string& from, const std::string& to) {
        for (auto at = text.find(from); at != std::string::npos; at = text.find(from, at)) {
            text.replace(at, from.size(), to);
        }
    };
    if (has_ranges(text)) {
        text.replace(text.rfind(" : "), 3, "; above: ");
        replace(" : ", "; ");
        replace(" ? ", ": ");
    }
    replace(" * ", " ");
    return text;
}

std::string paper_formula(const fit::FitOutcome& outcome) {
    std::string text;
    for (std::size_t i = 0; i < outcome.terms.size(); ++i) {
        const double variance = outcome.model->uncertainty->covariance[i][i];
        const bool is_first =
            i == 0 || (!outcome.regimes.empty() && outcome.regimes[i] != outcome.regimes[i - 1]);
        if (is_first && !outcome.regimes.empty()) {
            text += (i == 0 ? "" : "; ") + outcome.regimes[i] + ": ";
        }
        const auto term = readable_formula(outcome.terms[i], 3);
        const bool is_divided = term.rfind("1 /", 0) == 0;
        const bool is_subtracted = !is_first && outcome.coefficients[i] < 0;
        text += is_first ? "" : is_subtracted ? " - " : " + ";
        text += with_error(is_subtracted ? -outcome.coefficients[i] : outcome.coefficients[i],
                           std::sqrt(variance));
        text += term == "1" ? "" : is_divided ? term.substr(1) : " " + term;
    }
    return text.empty() ? "0" : text;
}

std::string left_out_text(const fit::FitOutcome& outcome) {
    constexpr double worth_a_word = 0.01;
    const double share = outcome.model ? outcome.model->fit->left_out : 0;
    return share < worth_a_word ? "" : "leaves out " + base::percent(share) + " of its time";
}

void write_fit_summary(const std::vector<fit::FitOutcome>& outcomes,
                       const std::vector<gather::Measurements>& all, double level,
                       text::Output& output) {
    const auto own = gather::summed_times(all);
    std::vector<std::pair<double, const fit::FitOutcome*>> order;
    const auto shown_methods = gather::main_measurements(all);
    for (const auto& outcome : outcomes) {
        if (std::any_of(shown_methods.begin(), shown_methods.end(), [&](const auto& measured) {
                return identity(measured) == identity(outcome.measurements);
            })) {
            order.emplace_back(gather::total_of(outcome.measurements), &outcome);
        }
    }
    std::sort(order.begin(), order.end(), [](const auto& a, const auto& b) {
        return a.first != b.first ? a.first > b.first : a.second < b.second;
    });
    std::vector<Row> rows;
    double shown = 0;
    double left_out = 0;
    for (const auto& [time, outcome] : order) {
        if (rows.empty() || shown < enough_of_the_time * own.described) {
            rows.push_back(row_of(*outcome, all, own.total, level));
            shown += time;
            left_out += left_out_of(*outcome);
        }
    }
    write_rows(rows, level, output);
    if (std::any_of(rows.begin(), rows.end(), [](const auto& row) {
            return !row.error.empty() && row.formula.find('(') != std::string::npos;
        })) {
        output.print("0.12(3) is 0.12 +- 0.03, one standard error\n");
    }
    if (std::any_of(rows.begin(), rows.end(), [](const auto& row) { return row.doubtful; })) {
        output.print("(!) do not rely on it; `--method NAME` says why and what to measure\n");
    }
    if (left_out > worth_saying * own.total) {
        output.print("calls far slower than others with equal parameters take {} of the time; no "
                     "formula describes them\n",
                     base::percent(left_out / own.total));
    }
    const double rest = own.total - own.waiting - shown;
    if (rows.size() < order.size() || shown_methods.size() < own.methods.size()) {
        output.print("the rest takes {} of the time; `--verbose` shows it\n",
                     base::percent(rest / own.total));
    }
    if (own.waiting > 0) {
        output.print("message passing and waiting take {} of the time; no formula describes them\n",
                     base::percent(own.waiting / own.total));
    }
}

} // namespace proxima::cli
