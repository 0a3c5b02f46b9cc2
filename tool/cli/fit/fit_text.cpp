#include "fit/fit_writers.hpp"
#include "text/terminal.hpp"
#include "text/text.hpp"
#include "text/units.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>

namespace proxima::cli {
namespace {

constexpr std::size_t width = 80;
constexpr std::size_t label_width = 10;

void write_field(const std::string& label, const std::string& text, Output& output) {
    bool first = true;
    for (const auto& line : wrapped(printable(text), width - label_width - 2, false)) {
        output.print("  {:<{}}{}\n", first ? label : "", label_width, line);
        first = false;
    }
}

std::string joined(const std::vector<std::string>& names) {
    std::string text;
    for (const auto& name : names) {
        text += (text.empty() ? "" : ", ") + name;
    }
    return text;
}

std::string domain_text(const model::Model& fitted) {
    std::string text;
    for (const auto& input : fitted.inputs) {
        text += (text.empty() ? "" : ", ") + input.name;
        text += input.name == input.parameter ? "" : " (" + input.parameter + ")";
        if (input.domain) {
            text +=
                " = " + human_number(input.domain->min) + " to " + human_number(input.domain->max);
        }
    }
    return text.empty() ? "the same for all parameters" : text;
}

std::string evidence_text(const model::Evidence& evidence) {
    std::string text = plural(evidence.points, "invocation") + " at " +
                       plural(evidence.distinct, "distinct point") + ", at least " +
                       human_count(evidence.repetitions) + " each";
    if (evidence.outliers > 0) {
        text += "; " + plural(evidence.outliers, "outlier") + " left out";
    }
    return text;
}

std::string fit_text(const model::Quality& fit) {
    return fit.family + ", explains " + human_share(fit.explained) + " between the points, error " +
           human_share(fit.relative_error) + " at points that were left out";
}

/// At the ends of the domain.
std::string interval_text(const model::Model& fitted, double level) {
    std::vector<double> least;
    std::vector<double> most;
    for (const auto& input : fitted.inputs) {
        least.push_back(input.domain->min);
        most.push_back(input.domain->max);
    }
    std::string text;
    for (const auto* values : {&least, &most}) {
        if (const auto interval = model::prediction_interval(fitted, *values, level)) {
            const auto human = fitted.unit == "us" ? human_time : human_number;
            text += (text.empty() ? "" : ", ") + human(std::max(interval->min, 0.0)) + " to " +
                    human(std::max(interval->max, 0.0));
            text += fitted.inputs.empty() ? ""
                    : values == &least    ? " at the least values"
                                          : " at the largest";
        }
        if (fitted.inputs.empty()) {
            break;
        }
    }
    return text;
}

std::string influence_text(const std::vector<model::Influence>& influences) {
    std::vector<std::string> kept;
    std::vector<std::string> dropped;
    for (const auto& influence : influences) {
        if (influence.kept) {
            kept.push_back(influence.parameter + " (" + human_share(influence.explained) + ")");
        } else {
            dropped.push_back(influence.parameter);
        }
    }
    std::string text = joined(kept);
    if (!dropped.empty()) {
        text += (text.empty() ? "nothing; not " : "; not ") + joined(dropped);
    }
    return text;
}

void write_model(const model::FitOutcome& outcome, double level, Output& output) {
    const auto& fitted = *outcome.model;
    const auto unit = fitted.unit.empty() ? std::string() : " " + fitted.unit;
    write_field("mean", short_formula(fitted.mean, fitted) + unit, output);
    write_field("stddev", short_formula(*fitted.stddev, fitted) + unit, output);
    write_field("domain", domain_text(fitted), output);
    write_field(human_number(level * 100) + " % in", interval_text(fitted, level), output);
    write_field("fit", fit_text(*fitted.fit), output);
    for (const auto& warning : fitted.warnings) {
        write_field("warning", warning, output);
    }
    write_field("from", evidence_text(fitted.evidence), output);
    if (!outcome.influences.empty()) {
        write_field("matters", influence_text(outcome.influences), output);
    }
    for (const auto& note : fitted.notes) {
        write_field("note", note, output);
    }
}

/// Of all inputs together, spread over the domain: its ends, and between them by the golden
/// ratio's relatives, which fill any number of dimensions evenly.
std::vector<std::vector<double>> places_in(const model::Model& fitted) {
    constexpr int places = 200;
    const auto inputs = fitted.inputs.size();
    double ratio = 2; // x^(inputs + 1) = x + 1
    for (int i = 0; i < 50; ++i) {
        ratio = std::pow(1 + ratio, 1 / (static_cast<double>(inputs) + 1));
    }
    std::vector<std::vector<double>> all;
    for (int i = 0; i < places; ++i) {
        std::vector<double> at;
        for (std::size_t j = 0; j < inputs; ++j) {
            const auto domain = fitted.inputs[j].domain.value_or(model::Range{});
            const double step = i * std::pow(ratio, -1 - static_cast<double>(j));
            const double share = i + 1 == places ? 1 : step - std::floor(step);
            at.push_back(domain.min + share * (domain.max - domain.min));
        }
        all.push_back(std::move(at));
    }
    return all;
}

/// Where the formula goes through 0, relative to a hundredth of its largest value.
bool agree(const model::Expression& formula, const model::Expression& shorter,
           const std::vector<std::vector<double>>& places) {
    constexpr double tolerance = 1e-3;
    constexpr double near_zero = 0.01;
    double largest = 0;
    for (const auto& at : places) {
        const double value = std::fabs(formula(at));
        largest = std::isfinite(value) ? std::max(largest, value) : largest;
    }
    return std::all_of(places.begin(), places.end(), [&](const auto& at) {
        const double value = formula(at);
        const double size = std::max(std::fabs(value), near_zero * largest);
        return !std::isfinite(value) || std::fabs(shorter(at) - value) <= tolerance * size;
    });
}

bool in_a_name(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.';
}

} // namespace

std::string title_of(const model::FitOutcome& outcome, const std::string& metric) {
    const auto& measured = outcome.measurements;
    std::string title = measured.component + "." + measured.method;
    title += measured.implementation.empty() || measured.implementation == measured.component
                 ? ""
                 : " (" + measured.implementation + ")";
    title += metric.empty() ? "" : " " + metric;
    title += measured.path.empty() ? "" : " from " + measured.path;
    for (const auto& condition : outcome.conditions) {
        title += ", " + condition.parameter + " = " + condition.value;
    }
    return title;
}

std::string title_of(const model::FitOutcome& outcome) {
    return title_of(outcome, outcome.measurements.metric);
}

std::string short_expression(const std::string& text, int digits) {
    const auto short_enough = static_cast<std::size_t>(digits) + 1; // with a point
    std::string made;
    for (std::size_t i = 0; i < text.size();) {
        const bool begins = std::isdigit(static_cast<unsigned char>(text[i])) != 0 &&
                            (i == 0 || !in_a_name(text[i - 1]));
        double number = 0;
        const auto [end, error] =
            begins ? std::from_chars(&text[i], text.data() + text.size(), number)
                   : std::from_chars_result{&text[i], std::errc::invalid_argument};
        if (error == std::errc()) {
            const auto length = static_cast<std::size_t>(end - &text[i]);
            made += length > short_enough ? fmt::format("{:.{}g}", number, digits)
                                          : text.substr(i, length);
            i += length;
        } else {
            made += text[i++];
        }
    }
    return made;
}

std::string short_formula(const model::Expression& formula, const model::Model& fitted) {
    constexpr int all_digits = 17;
    const auto places = places_in(fitted);
    for (int digits = 4; digits < all_digits; ++digits) {
        auto text = short_expression(formula.text(), digits);
        if (agree(formula, model::Expression(text, fitted.input_names()), places)) {
            return text;
        }
    }
    return formula.text();
}

void write_fit_text(const std::vector<model::FitOutcome>& outcomes, double level, Output& output) {
    bool first = true;
    for (const auto& outcome : outcomes) {
        output.print("{}{}\n", first ? "" : "\n",
                     shorten_middle(printable(title_of(outcome)), width, false));
        first = false;
        if (outcome.model) {
            write_model(outcome, level, output);
        } else {
            write_field("no model", outcome.refusal, output);
        }
    }
}

} // namespace proxima::cli
