#include "fit/fit_writers.hpp"
#include "kb/kb_verbs.hpp"
#include "kb/warnings.hpp"
#include "shared/messages.hpp"
#include "text/units.hpp"

#include <proxima/base/text.hpp>
#include <proxima/model/model_file.hpp>

namespace proxima::cli {
namespace {

using knowledge::StoredModel;
using knowledge::Value;

std::vector<Value> row_of(const StoredModel& stored, bool for_people) {
    const auto& model = stored.model;
    std::string where;
    for (const auto& condition : model.conditions) {
        where += (where.empty() ? "" : ", ") + condition.parameter + "=" + condition.value;
    }
    for (const auto& input : model.inputs) {
        if (input.domain) {
            where += (where.empty() ? "" : ", ") + input.parameter + "=" +
                     human_number(input.domain->min) + ".." + human_number(input.domain->max);
        }
    }
    const auto mean = for_people ? short_expression(model.mean.text()) : model.mean.text();
    const auto points = static_cast<std::int64_t>(model.evidence.points);
    return {model.component,
            model.implementation,
            model.method,
            model.metric,
            mean + " " + model.unit,
            where,
            points > 0 ? Value(points) : Value(),
            stored.machine.empty() ? model.evidence.source : stored.machine};
}

} // namespace

int run_kb_models(const KbOptions& options, Output& output) {
    const auto wanted = knowledge::this_machine();
    const auto chosen = knowledge::KnowledgeBase::open(chosen_base(options.base))
                            .models(options.filter, options.all, wanted);
    if (chosen.empty()) {
        say_error("the base has no such models; see proxima kb models without filters, or add a "
                  "file of models by `proxima kb add`");
        return status_bad_data;
    }
    knowledge::Rows rows{
        {"component", "implementation", "method", "metric", "mean", "where", "points", "origin"},
        {}};
    std::vector<model::Model> models;
    std::vector<ModelOrigin> origins;
    for (const auto& stored : chosen) {
        models.push_back(stored.model);
        rows.rows.push_back(row_of(stored, options.format == RowFormat::table));
        origins.push_back(
            {knowledge::machine_of_evidence(stored.machine), stored.model.evidence.points > 0});
    }
    if (options.filter.machine.empty()) {
        say_warnings(machine_warnings(origins, wanted));
    }
    if (!options.output.empty()) {
        model::write_models(options.output, models);
        output.print("{} written to {}\n", plural(models.size(), "model"),
                     base::printable(options.output));
    } else if (options.format == RowFormat::json) {
        output.write(model::models_text(models));
    } else {
        write_rows(rows, options.format, options.width, output);
    }
    return status_ok;
}

} // namespace proxima::cli
