#include "fit/fit_writers.hpp"
#include "study/study_writers.hpp"
#include "text/text.hpp"
#include "text/units.hpp"

#include <algorithm>
#include <cmath>
#include <set>

namespace proxima::cli {
namespace {

constexpr std::size_t width = 80;
constexpr std::size_t most_points = 20;
constexpr std::size_t most_failed = 5;
constexpr std::size_t most_models = 15;
constexpr std::size_t most_named = 3; // of the points that have a core

std::string joined(const std::vector<std::string>& names) {
    std::string text;
    for (const auto& name : names) {
        text += (text.empty() ? "" : ", ") + name;
    }
    return text;
}

/// The deviation of one invocation in the middle of the domain, as a share of the mean.
std::string deviation_of(const model::Model& fitted) {
    std::vector<double> middle;
    for (const auto& input : fitted.inputs) {
        middle.push_back((input.domain->min + input.domain->max) / 2);
    }
    const double mean = fitted.mean(middle);
    const double deviation = fitted.stddev ? std::max((*fitted.stddev)(middle), 0.0) : 0;
    constexpr double most_shown = 10;
    return mean <= 0 || !std::isfinite(deviation) ? "-"
           : deviation > most_shown * mean        ? "over 1000%"
                                                  : human_share(deviation / mean);
}

class StudyTextWriter {
public:
    StudyTextWriter(const study::Study& study, const std::filesystem::path& directory,
                    const StudyResult& result, Output& output)
        : study_(study), directory_(directory), result_(result), output_(output) {}

    void write() {
        write_runs();
        write_core();
        write_models();
        write_answers();
        write_next();
        write_checks();
        paragraph("Files: " + directory_.string() + "/" +
                      (result_.kept_in.empty() ? "" : "; kept in " + result_.kept_in),
                  "");
    }

private:
    /// Lines after the first are moved in by as much as the first and two more.
    void paragraph(const std::string& text, const std::string& indent) {
        bool is_first = true;
        for (const auto& line : wrapped(printable(text), width - indent.size() - 2, false)) {
            output_.print("{}{}{}\n", indent, is_first ? "" : "  ", line);
            is_first = false;
        }
    }

    void write_runs() {
        const auto& runs = result_.runs;
        double seconds = 0;
        for (const auto* list : {&runs.good, &runs.failed}) {
            for (const auto& run : *list) {
                seconds += run.ended.seconds;
            }
        }
        std::string text = "study " + study_.name + ": " + plural(runs.good.size(), "run") +
                           " in " + human_duration(seconds);
        text += runs.failed.empty() ? "" : "; " + std::to_string(runs.failed.size()) + " failed";
        text += runs.missing == 0 ? "" : "; " + std::to_string(runs.missing) + " not made yet";
        text += runs.unplanned == 0
                    ? ""
                    : "; " + std::to_string(runs.unplanned) + " no longer in the study, left out";
        paragraph(text, "");
        std::size_t shown = 0;
        for (const auto& run : runs.failed) {
            if (shown++ == most_failed) {
                paragraph("and more: see journal.jsonl", "  ");
                break;
            }
            paragraph(run.ended.begun.directory + " " + study::text_of_failure(run.ended), "  ");
        }
        if (!runs.failed.empty()) {
            paragraph("--retry runs them again", "  ");
        }
    }

    /// Cores, each with the points that have it.
    void write_core() {
        std::vector<std::pair<std::vector<std::string>, std::vector<const PointResult*>>> cores;
        for (const auto& point : result_.points) {
            auto core = core_of(point.pruned);
            std::sort(core.begin(), core.end());
            const auto known = std::find_if(cores.begin(), cores.end(),
                                            [&](const auto& one) { return one.first == core; });
            if (known == cores.end()) {
                cores.push_back({core, {&point}});
            } else {
                known->second.push_back(&point);
            }
        }
        if (!cores.empty()) {
            output_.print("\ncore (alpha {}, beta {})\n", study_.alpha, study_.beta);
        }
        for (const auto& [core, points] : cores) {
            double dropped = 0;
            std::string where;
            for (std::size_t i = 0; i < points.size(); ++i) {
                dropped = std::max(dropped, points[i]->pruned.by_instance.dropped_share());
                if (i < most_named) {
                    where += (i == 0 ? "" : "; ") + study::text_of(points[i]->varied);
                }
            }
            where += points.size() > most_named
                         ? "; and at " + std::to_string(points.size() - most_named) + " more points"
                         : "";
            paragraph(joined(core) + "; what is dropped takes " + human_share(dropped) +
                          (points.size() > 1 ? " at most" : "") +
                          (cores.size() > 1 ? " (" + where + ")" : ""),
                      "  ");
        }
    }

    bool is_in_a_core(const std::string& instance) const {
        return std::any_of(result_.points.begin(), result_.points.end(),
                           [&](const PointResult& point) {
                               const auto core = core_of(point.pruned);
                               return std::find(core.begin(), core.end(), instance) != core.end();
                           });
    }

    /// Those of what is chosen first, which are all shown.
    std::vector<const model::FitOutcome*> models_of_core() const {
        std::vector<const model::FitOutcome*> models;
        for (const bool chosen : {true, false}) {
            for (const auto& outcome : result_.models) {
                const auto& instance = outcome.measurements.component;
                if (outcome.model && outcome.measurements.metric == "time" &&
                    is_in_a_core(instance) && is_chosen(instance) == chosen) {
                    models.push_back(&outcome);
                }
            }
        }
        return models;
    }

    void write_models() {
        std::size_t shown = 0;
        for (const auto* outcome : models_of_core()) {
            if (shown < most_models || is_chosen(outcome->measurements.component)) {
                output_.write(
                    shown == 0 ? "\nmodels of the core: time in us, deviation of one call\n" : "");
                write_model(*outcome);
                ++shown;
            }
        }
        const auto all = static_cast<std::size_t>(
            std::count_if(result_.models.begin(), result_.models.end(),
                          [](const auto& outcome) { return outcome.model.has_value(); }));
        if (all > shown) {
            paragraph("and " + std::to_string(all - shown) + " more in models.json", "  ");
        }
    }

    void write_model(const model::FitOutcome& outcome) {
        paragraph(title_of(outcome, "") + ": " +
                      short_formula(outcome.model->mean, *outcome.model) + ", -/+ " +
                      deviation_of(*outcome.model),
                  "  ");
        for (const auto& warning : outcome.model->warnings) {
            paragraph("warning: " + warning, "    ");
            ++warnings_;
        }
    }

    void write_answers() {
        for (const auto& question : study_.select.questions) {
            std::size_t shown = 0;
            for (const auto& point : result_.points) {
                for (const auto& answer : point.answers) {
                    if (answer.question.name != question.name) {
                        continue;
                    }
                    if (shown == 0) {
                        output_.print("\nbest assembly{}{}\n", question.name.empty() ? "" : ": ",
                                      printable(question.name));
                    }
                    if (shown++ < most_points) {
                        write_answer(point, answer);
                    }
                }
            }
            if (shown > most_points) {
                paragraph("and at " + std::to_string(shown - most_points) +
                              " more points: see report.json",
                          "  ");
            }
        }
    }

    void write_answer(const PointResult& point, const PointAnswer& made) {
        const auto where = study::text_of(point.varied);
        const std::string head = where.empty() ? "" : where + ": ";
        if (!made.refusal.empty()) {
            paragraph(head + "no answer: " + made.refusal, "  ");
            return;
        }
        const auto& best = made.answer.best.front();
        std::string text = head + study::text_of(made.assembly) + "; predicted " +
                           human_time(best.prediction.mean_us);
        text += made.measured_us ? ", measured " + human_time(*made.measured_us) + " (" +
                                       plural(made.measured_runs, "run") + ")"
                                 : "";
        for (const auto& [name, value] : best.quality) {
            text += ", " + name + " " + human_number(value);
        }
        paragraph(text, "  ");
        paragraph(certainty_of(made), "    ");
        if (const auto miss = made.miss()) {
            paragraph("warning: the prediction misses the nearest of these runs by " +
                          human_share(*miss),
                      "    ");
            ++warnings_;
        }
        write_front(made);
    }

    void write_front(const PointAnswer& made) {
        if (made.front.empty()) {
            return;
        }
        paragraph(fmt::format("of {} assemblies none is both faster and better than another:",
                              made.front.size()),
                  "    ");
        for (const auto& one : made.front) {
            std::string text = study::text_of(one.assembly) + ": " + human_time(one.predicted_us);
            for (const auto& [name, value] : one.quality) {
                text += ", " + name + " " + human_number(value);
            }
            paragraph(text, "      ");
        }
    }

    static std::string proof_of(const model::SelectionAnswer& answer) {
        return answer.is_proven()         ? "the optimum of the models is proven"
               : answer.not_known.empty() ? "not proven"
                                          : "not proven: " + answer.not_known.front().what;
    }

    static std::string certainty_of(const PointAnswer& made) {
        const auto& answer = made.answer;
        if (answer.best.size() < 2) {
            return answer.is_proven() ? "there is no other choice" : proof_of(answer);
        }
        const auto& next = answer.best[1];
        auto text = proof_of(answer);
        std::string changes;
        for (std::size_t i = 0; i < answer.variables.size(); ++i) {
            if (next.implementations[i] != answer.best.front().implementations[i]) {
                changes += (changes.empty() ? "" : ", ") + answer.variables[i].instance + "=" +
                           made.problem.families[answer.variables[i].family]
                               .implementations[next.implementations[i]]
                               .name;
            }
        }
        text += next.is_tie ? "; " + changes + " costs the same"
                            : "; next is " + changes + ", +" +
                                  human_time(next.objective - answer.best.front().objective);
        if (next.better_probability) {
            text += ", probability to be better " + human_share(*next.better_probability);
        }
        return text;
    }

    void write_next() {
        std::set<std::string> wanted;
        for (const auto& point : result_.points) {
            for (const auto& answer : point.answers) {
                if (const auto measurement = answer.answer.next_measurement()) {
                    wanted.insert(measurement->text());
                }
            }
        }
        for (const auto& outcome : result_.models) {
            if (!outcome.model && is_in_a_core(outcome.measurements.component) &&
                is_chosen(outcome.measurements.component)) {
                wanted.insert(title_of(outcome) + ": " + outcome.refusal);
            }
        }
        if (warnings_ > 0) {
            wanted.insert("on a quieter machine, or more values of the inputs: see the warnings");
        }
        if (!wanted.empty()) {
            output_.write("\nto be more certain, measure\n");
        }
        for (const auto& text : wanted) {
            paragraph(text, "  ");
        }
    }

    bool is_chosen(const std::string& instance) const {
        return std::any_of(study_.choices.begin(), study_.choices.end(),
                           [&](const auto& choice) { return choice.instance == instance; });
    }

    void write_checks() {
        output_.write("\n");
        if (result_.checks.empty()) {
            return;
        }
        const auto failed =
            std::count_if(result_.checks.begin(), result_.checks.end(),
                          [](const CheckOutcome& check) { return !check.failure.empty(); });
        output_.print("checks: {} of {} hold\n",
                      result_.checks.size() - static_cast<std::size_t>(failed),
                      result_.checks.size());
        for (const auto& check : result_.checks) {
            if (!check.failure.empty()) {
                paragraph("not " + check.what + "; " + check.failure, "  ");
            }
        }
    }

    const study::Study& study_;
    const std::filesystem::path& directory_;
    const StudyResult& result_;
    Output& output_;
    std::size_t warnings_ = 0; ///< warnings that were written
};

} // namespace

void write_study_text(const study::Study& study, const std::filesystem::path& directory,
                      const StudyResult& result, Output& output) {
    StudyTextWriter(study, directory, result, output).write();
}

} // namespace proxima::cli
