#include "study/checks.hpp"

#include "run/names.hpp"
#include "text/units.hpp"

#include <algorithm>
#include <cmath>
#include <set>

namespace proxima::cli {
namespace {

using study::Settings;

std::string joined(const std::set<std::string>& names) {
    std::string text;
    for (const auto& name : names) {
        text += (text.empty() ? "" : ", ") + name;
    }
    return text.empty() ? "nothing" : text;
}

void check_core(const std::vector<std::string>& expected, StudyResult& result) {
    const std::set<std::string> wanted(expected.begin(), expected.end());
    for (const auto& point : result.points) {
        const auto core = core_of(point.pruned);
        const std::set<std::string> found(core.begin(), core.end());
        const auto where = study::text_of(point.varied);
        result.checks.push_back(
            {"core" + (where.empty() ? "" : " at " + where) + ": " + joined(wanted),
             found == wanted ? "" : "it is " + joined(found)});
    }
}

bool is_at(const PointResult& point, const Settings& at) {
    return std::all_of(at.begin(), at.end(), [&](const auto& setting) {
        const auto* value = study::find(point.point, setting.first);
        return value != nullptr && *value == setting.second;
    });
}

void check_assembly(const study::AssemblyCheck& check, StudyResult& result) {
    const auto where = study::text_of(check.at);
    const auto what = "assembly" +
                      (check.question.empty() ? std::string() : " `" + check.question + "`") +
                      (where.empty() ? "" : " at " + where) + ": " + study::text_of(check.assembly);
    std::size_t looked_at = 0;
    for (const auto& point : result.points) {
        for (const auto& answer : point.answers) {
            if (!is_at(point, check.at) || answer.question.name != check.question) {
                continue;
            }
            ++looked_at;
            const bool holds =
                std::all_of(check.assembly.begin(), check.assembly.end(), [&](const auto& setting) {
                    const auto* value = study::find(answer.assembly, setting.first);
                    return value != nullptr && *value == setting.second;
                });
            result.checks.push_back({what, holds ? ""
                                           : !answer.refusal.empty()
                                               ? "there is no answer"
                                               : "it is " + study::text_of(answer.assembly)});
        }
    }
    if (looked_at == 0) {
        result.checks.push_back({what, "there is no answer there"});
    }
}

/// The largest distance of the model from the formula over the points that it was fitted to, in
/// shares of the formula's value.
double distance(const model::FitOutcome& outcome, const std::string& formula) {
    const auto& fitted = *outcome.model;
    std::vector<std::string> names;
    for (const auto& name : outcome.measurements.parameters) {
        names.push_back(model::variable_name(name));
    }
    const model::Expression expected(formula, names);
    double most = 0;
    for (const auto& point : outcome.measurements.points) {
        std::vector<double> values;
        for (const auto& input : fitted.inputs) {
            const auto& known = outcome.measurements.parameters;
            const auto at = std::find(known.begin(), known.end(), input.parameter) - known.begin();
            values.push_back(point.at[static_cast<std::size_t>(at)]);
        }
        const double wanted = expected(point.at);
        const double off = std::abs(fitted.mean(values) / wanted - 1);
        most = std::isfinite(off) ? std::max(most, off) : HUGE_VAL;
    }
    return most;
}

void check_model(const study::ModelCheck& check, StudyResult& result) {
    const auto what = "model of " + check.implementation + ": " + check.expected + " within " +
                      human_share(check.within);
    std::size_t looked_at = 0;
    for (const auto& outcome : result.models) {
        const auto& measured = outcome.measurements;
        const bool is_meant = measured.implementation == check.implementation &&
                              measured.metric == "time" &&
                              (check.instance.empty() || measured.component == check.instance) &&
                              (check.method.empty() || selects(check.method, measured.method));
        if (!is_meant) {
            continue;
        }
        ++looked_at;
        if (!outcome.model) {
            result.checks.push_back({what, "there is no model: " + outcome.refusal});
            continue;
        }
        try {
            const double off = distance(outcome, check.expected);
            result.checks.push_back({what, off <= check.within
                                               ? ""
                                               : "it is off by " + human_share(off) + ": " +
                                                     outcome.model->mean.text()});
        } catch (const model::ExpressionError& error) {
            result.checks.push_back({what, std::string("the formula is wrong: ") + error.what()});
        }
    }
    if (looked_at == 0) {
        result.checks.push_back({what, "nothing was measured of it"});
    }
}

} // namespace

void check_study(const study::Study& study, StudyResult& result) {
    if (study.checks.core) {
        check_core(*study.checks.core, result);
    }
    for (const auto& check : study.checks.assemblies) {
        check_assembly(check, result);
    }
    for (const auto& check : study.checks.models) {
        check_model(check, result);
    }
}

bool StudyResult::all_is_well() const {
    const bool all_answered =
        std::all_of(points.begin(), points.end(), [](const PointResult& point) {
            return std::all_of(point.answers.begin(), point.answers.end(),
                               [](const auto& answer) { return answer.refusal.empty(); });
        });
    return runs.failed.empty() && runs.missing == 0 && problems.empty() && all_answered &&
           std::all_of(checks.begin(), checks.end(),
                       [](const CheckOutcome& check) { return check.failure.empty(); });
}

} // namespace proxima::cli
