#include <proxima/base/name_match.hpp>
#include <proxima/base/text.hpp>
#include <proxima/base/units.hpp>
#include <proxima/study/analysis.hpp>

#include <algorithm>
#include <cmath>

namespace proxima::study {
namespace {

bool has_all(const Settings& settings, const Settings& wanted) {
    return std::all_of(wanted.begin(), wanted.end(), [&](const auto& setting) {
        const auto* value = find(settings, setting.first);
        return value != nullptr && *value == setting.second;
    });
}

void check_core(std::vector<std::string> wanted, StudyResult& result) {
    std::sort(wanted.begin(), wanted.end());
    const auto listed = [](const std::vector<std::string>& names) {
        return names.empty() ? "nothing" : base::joined(names);
    };
    for (const auto& point : result.points) {
        const auto where = text_of(point.varied);
        result.checks.push_back(
            {"core" + (where.empty() ? "" : " at " + where) + ": " + listed(wanted),
             point.core() == wanted ? "" : "it is " + listed(point.core())});
    }
}

void check_assembly(const AssemblyCheck& check, StudyResult& result) {
    const auto where = text_of(check.at);
    const auto what =
        check.question + (where.empty() ? "" : " at " + where) + ": " + text_of(check.assembly);
    bool is_answered = false;
    for (const auto& point : result.points) {
        for (const auto& answer : point.answers) {
            if (!has_all(point.point, check.at) || answer.question.name != check.question) {
                continue;
            }
            is_answered = true;
            const bool holds = has_all(answer.best.assembly, check.assembly);
            result.checks.push_back({what, holds ? ""
                                           : !answer.refusal.empty()
                                               ? "there is no answer"
                                               : "it is " + text_of(answer.best.assembly)});
        }
    }
    if (!is_answered) {
        result.checks.push_back({what, "there is no such point or question"});
    }
}

// The largest distance of the model from the formula over the points that it was fitted to, in
// shares of the formula's value.
double distance(const fit::FitOutcome& outcome, const std::string& formula) {
    const auto& known = outcome.measurements.parameters;
    std::vector<std::string> names;
    for (const auto& name : known) {
        names.push_back(fit::variable_name(name));
    }
    const fit::Expression expected(formula, names);
    double most = 0;
    for (const auto& point : outcome.measurements.points) {
        std::vector<double> values;
        for (const auto& input : outcome.model->inputs) {
            const auto at = std::find(known.begin(), known.end(), input.parameter) - known.begin();
            values.push_back(point.at[static_cast<std::size_t>(at)]);
        }
        const double off = std::abs(outcome.model->mean(values) / expected(point.at) - 1);
        most = std::isfinite(off) ? std::max(most, off) : HUGE_VAL;
    }
    return most;
}

// Describes how the model differs from the formula; empty if it is near enough.
std::string difference(const fit::FitOutcome& outcome, const ModelCheck& check) {
    if (!outcome.model) {
        return "there is no model: " + outcome.refusal;
    }
    try {
        const double off = distance(outcome, check.expected);
        return off <= check.within ? ""
                                   : "it is off by " + base::human_share(off) + ": " +
                                         base::short_expression(outcome.model->mean.text());
    } catch (const fit::ExpressionError& error) {
        return std::string("the formula is wrong: ") + error.what();
    }
}

void check_model(const ModelCheck& check, StudyResult& result) {
    const std::string what = "model of " + check.implementation + ": " + check.expected +
                             " within " + base::human_share(check.within);
    bool is_measured = false;
    for (const auto& outcome : result.models) {
        const auto& measured = outcome.measurements;
        if (measured.implementation == check.implementation && measured.metric == "time" &&
            (check.method.empty() ||
             base::means(check.method, {measured.component, measured.port, measured.method}))) {
            is_measured = true;
            result.checks.push_back({what, difference(outcome, check)});
        }
    }
    if (!is_measured) {
        result.checks.push_back({what, "nothing was measured of it"});
    }
}

} // namespace

void check_study(const Study& study, StudyResult& result) {
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
    const auto is_answered = [](const PointResult& point) {
        return std::all_of(point.answers.begin(), point.answers.end(), [](const auto& answer) {
            return answer.refusal.empty() && answer.contradictions.empty();
        });
    };
    return runs.missing.empty() && problems.empty() &&
           std::all_of(points.begin(), points.end(), is_answered) &&
           std::all_of(checks.begin(), checks.end(),
                       [](const CheckOutcome& check) { return check.failure.empty(); });
}

} // namespace proxima::study
