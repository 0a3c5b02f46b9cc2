#include "kb/kb_verbs.hpp"
#include "shared/fit_summary.hpp"
#include "shared/messages.hpp"
#include "shared/warnings.hpp"
#include "text/terminal.hpp"

#include <proxima/base/text.hpp>
#include <proxima/base/units.hpp>
#include <proxima/fit/model_file.hpp>

#include <set>

namespace proxima::cli {
namespace {

using knowledge::StoredModel;
using knowledge::Value;

std::string conditions_of(const fit::Model& model) {
    std::string text;
    for (const auto& condition : model.conditions) {
        text += (text.empty() ? "" : ", ") + condition.parameter + "=" + condition.value;
    }
    return text;
}

std::string domain_of(const fit::Model& model) {
    std::string text;
    for (const auto& input : model.inputs) {
        if (input.domain) {
            text += (text.empty() ? "" : ", ") + input.parameter + "=" +
                    base::human_number(input.domain->min) + ".." +
                    base::human_number(input.domain->max);
        }
    }
    return text;
}

std::string origin_of(const StoredModel& stored) {
    return stored.machine.empty() ? stored.model.evidence.source : stored.machine;
}

knowledge::QueryRows all_of(const std::vector<StoredModel>& chosen) {
    knowledge::QueryRows rows{
        {"component", "implementation", "method", "metric", "mean", "where", "points", "origin"},
        {}};
    for (const auto& stored : chosen) {
        const auto& model = stored.model;
        auto where = conditions_of(model);
        const auto domain = domain_of(model);
        where += (where.empty() || domain.empty() ? "" : ", ") + domain;
        const auto points = static_cast<std::int64_t>(model.evidence.points);
        rows.rows.push_back({model.component, model.implementation, model.method, model.metric,
                             model.mean.text() + " " + model.unit, where,
                             points > 0 ? Value(points) : Value(), origin_of(stored)});
    }
    return rows;
}

// `mesh.regrid itself, field=stage`
std::string title_of(const fit::Model& model) {
    const auto conditions = conditions_of(model);
    auto title = model.component + "." + model.method;
    if (model.metric != "time") {
        title += " " + (model.metric == "exclusive" ? "itself" : model.metric);
    }
    return title + (conditions.empty() ? "" : ", " + conditions);
}

// `2 n log2(n)`
std::string formula_of(const fit::Model& model) {
    return readable_formula(model.mean.text(), 3) + (model.unit == "us" ? "" : " " + model.unit);
}

void write_table(const std::vector<StoredModel>& chosen, std::size_t width, text::Output& output) {
    constexpr const char* mean = "mean, us";
    knowledge::QueryRows rows{{"method", "class", mean}, {}};
    std::set<std::string> origins;
    for (const auto& stored : chosen) {
        rows.rows.push_back(
            {title_of(stored.model), stored.model.implementation, formula_of(stored.model)});
        origins.insert(origin_of(stored));
    }
    write_rows(rows, RowFormat::table, width, output, mean);
    text::print_paragraph("from " + base::joined(origins, "; "),
                          text::standard_output_terminal(width, text::ColorChoice::automatic),
                          output);
}

} // namespace

int run_kb_models(const KbOptions& options, text::Output& output) {
    const auto wanted = knowledge::this_machine();
    const auto chosen = knowledge::KnowledgeBase::open(chosen_base(options.base))
                            .models(options.filter, options.all, wanted);
    if (chosen.empty()) {
        say_error("the base has no such models; see proxima kb models without filters, or add a "
                  "file of models by `proxima kb add`");
        return status_bad_data;
    }
    std::vector<fit::Model> models;
    std::vector<ModelOrigin> origins;
    for (const auto& stored : chosen) {
        models.push_back(stored.model);
        origins.push_back(
            {knowledge::machine_of_evidence(stored.machine), stored.model.evidence.points > 0});
    }
    if (options.filter.machine.empty()) {
        say_warnings(machine_warnings(origins, wanted));
    }
    if (!options.output.empty()) {
        fit::write_models(options.output, models);
        output.print("{} written to {}\n", base::plural(models.size(), "model"),
                     base::printable(options.output));
    } else if (options.format == RowFormat::json) {
        output.write(fit::models_text(models));
    } else if (options.format == RowFormat::csv) {
        write_rows(all_of(chosen), options.format, options.width, output);
    } else {
        write_table(chosen, options.width, output);
    }
    return status_ok;
}

} // namespace proxima::cli
