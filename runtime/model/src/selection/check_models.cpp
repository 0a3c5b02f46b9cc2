#include "selection/model_names.hpp"

#include <proxima/model/error.hpp>

#include <cmath>
#include <set>
#include <vector>

namespace proxima::model {

void check_models(const SelectionProblem& problem) {
    constexpr int steps = 16;
    std::set<std::string> taken;
    for (const auto& family : problem.families) {
        for (const auto& one : family.implementations) {
            taken.insert(one.model_name);
        }
    }
    for (const auto& model : problem.models) {
        const bool has_domain =
            std::all_of(model.inputs.begin(), model.inputs.end(),
                        [](const Input& input) { return input.domain.has_value(); });
        const bool is_used = taken.count(model.implementation) == 1;
        bool is_negative = has_domain && is_used;
        for (int step = 0; has_domain && is_used && step <= steps; ++step) {
            std::vector<double> values;
            std::string where;
            for (const auto& input : model.inputs) {
                values.push_back(input.domain->min +
                                 (input.domain->max - input.domain->min) * step / steps);
                where += (where.empty() ? " at " : ", ") + input.name + " = " +
                         short_number(values.back());
            }
            if (!std::isfinite(model.mean(values)) ||
                (model.stddev && !std::isfinite((*model.stddev)(values)))) {
                throw Error(problem.file, "the model of " + title(model) + ", `" +
                                              model.mean.text() + "`, has no value" + where +
                                              ", which is in its domain; correct it");
            }
            is_negative = is_negative && model.mean(values) < 0;
        }
        if (is_negative) {
            throw Error(problem.file, "the model of " + title(model) + ", `" + model.mean.text() +
                                          "`, is negative in its domain; correct it");
        }
    }
}

} // namespace proxima::model
