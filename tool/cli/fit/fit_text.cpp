#include "fit/fit_command.hpp"
#include "shared/fit_summary.hpp"
#include "text/text.hpp"

#include <proxima/base/units.hpp>

#include <algorithm>

namespace proxima::cli {
namespace {

constexpr std::size_t width = 80;
constexpr std::size_t label_width = 10;

void write_field(const std::string& label, const std::string& text, text::Output& output) {
    bool first = true;
    for (const auto& line : text::wrapped(base::printable(text), width - label_width - 2, false)) {
        output.print("  {:<{}}{}\n", first ? label : "", label_width, line);
        first = false;
    }
}

std::string domain_text(const fit::Model& fitted) {
    std::string text;
    for (const auto& input : fitted.inputs) {
        text += (text.empty() ? "" : ", ") + input.name;
        text += input.name == input.parameter ? "" : " (" + input.parameter + ")";
        if (input.domain) {
            text += " = " + base::human_number(input.domain->min) + " to " +
                    base::human_number(input.domain->max);
        }
    }
    return text.empty() ? "the same for all parameters" : text;
}

std::string evidence_text(const fit::Evidence& evidence) {
    std::string text = base::plural(evidence.points, "invocation") + " at " +
                       base::plural(evidence.distinct, "distinct point") + ", at least " +
                       base::human_count(evidence.repetitions) + " each";
    if (evidence.outliers > 0) {
        text += "; " + base::plural(evidence.outliers, "outlier") + " left out";
    }
    return text;
}

std::string fit_text(const fit::Quality& fit) {
    return fit.family + ", explains " + base::human_share(fit.explained) +
           " between the points, error " + base::human_share(fit.relative_error) +
           " at points that were left out";
}

// Prediction intervals at both ends of the domain.
std::string interval_text(const fit::Model& fitted, double level) {
    std::vector<double> least;
    std::vector<double> most;
    for (const auto& input : fitted.inputs) {
        least.push_back(input.domain->min);
        most.push_back(input.domain->max);
    }
    std::string text;
    for (const auto* values : {&least, &most}) {
        if (const auto interval = fit::prediction_interval(fitted, *values, level)) {
            const auto human = fitted.unit == "us" ? base::human_time : base::human_number;
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

void write_model(const fit::FitOutcome& outcome, double level, text::Output& output) {
    const auto fitted = *outcome.model; // a copy keeps its parsers only until it is written
    const auto unit = fitted.unit.empty() ? std::string() : " " + fitted.unit;
    write_field("mean", readable_formula(fitted.mean.text(), 4) + unit, output);
    write_field("stddev", base::short_expression(fitted.stddev->text()) + unit, output);
    write_field("domain", domain_text(fitted), output);
    write_field(base::human_number(level * 100) + " % in", interval_text(fitted, level), output);
    const auto left_out = left_out_text(outcome);
    write_field("fit", fit_text(*fitted.fit) + (left_out.empty() ? "" : "; " + left_out), output);
    if (!fitted.fit->tail.empty()) {
        write_field("tail", fitted.fit->tail, output);
    }
    if (!fitted.fit->groups.empty()) {
        write_field("groups", fitted.fit->groups, output);
    }
    for (const auto& warning : fitted.warnings) {
        write_field("warning", warning, output);
    }
    write_field("from", evidence_text(fitted.evidence), output);
    if (!fitted.dropped.empty()) {
        write_field("not", base::joined(fitted.dropped), output);
    }
    for (const auto& note : fitted.notes) {
        write_field("note", note, output);
    }
}

} // namespace

void write_fit_text(const std::vector<fit::FitOutcome>& outcomes, double level,
                    text::Output& output) {
    bool first = true;
    for (const auto& outcome : outcomes) {
        output.print("{}{}\n", first ? "" : "\n",
                     text::shorten_middle(base::printable(title_of(outcome)), width, false));
        first = false;
        if (outcome.model) {
            write_model(outcome, level, output);
        } else {
            write_field("no model", outcome.refusal, output);
        }
    }
}

} // namespace proxima::cli
