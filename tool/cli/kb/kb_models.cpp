#include "kb/kb_model_choice.hpp"
#include "kb/kb_verbs.hpp"
#include "run/messages.hpp"
#include "text/text.hpp"
#include "text/units.hpp"

#include <proxima/model/model_file.hpp>

namespace proxima::cli {
namespace {

using knowledge::StoredModel;

constexpr std::size_t width = 80;

void line(Output& output, const char* title, const std::string& text) {
    constexpr std::size_t indent = 12;
    std::string before = "  " + pad_right(title, indent - 3) + " ";
    for (const auto& part : wrapped(printable(text), width - indent, false)) {
        output.print("{}{}\n", before, part);
        before = std::string(indent, ' ');
    }
}

std::string domain_of(const model::Model& model) {
    std::string text;
    for (const auto& input : model.inputs) {
        if (input.domain) {
            text += (text.empty() ? "" : ", ") + input.parameter + " = " +
                    human_number(input.domain->min) + " to " + human_number(input.domain->max);
        }
    }
    return text;
}

std::string conditions_of(const model::Model& model) {
    std::string text;
    for (const auto& condition : model.conditions) {
        text += (text.empty() ? " where " : ", ") + condition.parameter + " = " + condition.value;
    }
    return text;
}

std::string evidence_of(const StoredModel& stored) {
    const auto& evidence = stored.model.evidence;
    std::string text;
    const auto add = [&](const std::string& part) {
        text += (text.empty() || part.empty() ? "" : "; ") + part;
    };
    if (evidence.points > 0) {
        add(plural(evidence.points, "invocation") + " at " + plural(evidence.distinct, "point") +
            (evidence.outliers > 0 ? ", " + plural(evidence.outliers, "outlier") + " left out"
                                   : ""));
    }
    if (!evidence.runs.empty()) {
        constexpr std::size_t most_named = 3;
        std::string runs;
        for (std::size_t i = 0; i < evidence.runs.size() && i < most_named; ++i) {
            runs += (i == 0 ? "" : ", ") + evidence.runs[i];
        }
        if (evidence.runs.size() > most_named) {
            runs += " and " + std::to_string(evidence.runs.size() - most_named) + " more";
        }
        add(runs);
    }
    add(evidence.source);
    return text;
}

void write(const StoredModel& stored, Output& output) {
    const auto& model = stored.model;
    std::string title = model.component;
    if (model.implementation != model.component) {
        title += " = " + model.implementation;
    }
    title += (model.method.empty() ? "" : ", " + model.method) + " " + model.metric;
    output.print("{}{}\n", printable(title), printable(conditions_of(model)));
    line(output, "mean", model.mean.text() + " " + model.unit);
    line(output, "stddev", model.stddev ? model.stddev->text() + " " + model.unit : "");
    line(output, "domain", domain_of(model));
    line(output, "from", evidence_of(stored));
    const auto& named = model.evidence.machine;
    line(output, "machine",
         knowledge::is_known(stored.machine) ? knowledge::description(stored.machine)
         : named.empty()                     ? "unknown"
                                             : named);
    line(output, "added", stored.added);
}

bool has_filters(const KbOptions& options) {
    return !(options.component + options.implementation + options.port + options.method +
             options.metric + options.machine + options.experiment)
                .empty();
}

} // namespace

int run_kb_models(const KbOptions& options, Output& output) {
    const auto chosen = choose_models(options);
    if (chosen.empty()) {
        say_error(has_filters(options)
                      ? "the base has no models of these; see proxima kb models without filters"
                      : "the base has no models; add a file of them by `proxima kb add`");
        return status_bad_data;
    }
    std::vector<model::Model> models;
    for (const auto& stored : chosen) {
        models.push_back(stored.model);
        if (options.format == RowFormat::table && options.output.empty()) {
            write(stored, output);
        }
    }
    if (!options.output.empty()) {
        model::write_models(options.output, models);
        output.print("{} written to {}\n", plural(models.size(), "model"), options.output);
    } else if (options.format == RowFormat::json) {
        output.write(model::models_text(models));
    }
    return status_ok;
}

} // namespace proxima::cli
