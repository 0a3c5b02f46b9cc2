#include "interruption.hpp"
#include "prune/prune_writers.hpp"
#include "run/load_run.hpp"
#include "run/names.hpp"
#include "select/write_selection.hpp"
#include "study/analysis.hpp"
#include "study/selection_file.hpp"
#include "study/written_file.hpp"

#include <proxima/model/error.hpp>
#include <proxima/model/run_workload.hpp>
#include <proxima/model/student.hpp>
#include <proxima/rundir/error.hpp>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <limits>

namespace proxima::cli {
namespace {

using study::FinishedRun;
using study::Settings;

/// `n=10,ranks=2`, as a directory may be called.
std::string directory_name(const Settings& settings) {
    std::string name;
    for (const auto& [key, value] : settings) {
        name += (name.empty() ? "" : ",") + key + "=";
        for (const char c : value) {
            const bool plain = std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '.' ||
                               c == '-' || c == '_' || c == '+';
            name += plain ? c : '_';
        }
    }
    constexpr std::size_t longest = 200;
    return name.substr(0, longest);
}

/// Errors of the selection file, which nobody has written, begin with its name.
std::string without_place(const std::string& message) {
    constexpr std::string_view mark = "error: ";
    const auto at = message.find(mark);
    return at == std::string::npos ? message : message.substr(at + mark.size());
}

/// Quoted for a shell.
std::string quoted(const std::string& text) {
    std::string made = "'";
    for (const char c : text) {
        made += c == '\'' ? std::string("'\\''") : std::string(1, c);
    }
    return made + "'";
}

class Point {
public:
    Point(const StudyContext& context, PointResult& result, std::vector<const FinishedRun*> runs,
          const Settings& unknown)
        : context_(context), result_(result), runs_(std::move(runs)), unknown_(unknown) {}

    void prune(std::vector<std::string>& problems) {
        const auto& base = least_disturbed_run();
        result_.base = context_.plan.combinations[base.planned.combination];
        result_.run = base.ended.begun.directory + "/run";
        rundir::ReadOutcome outcome;
        auto graph = load_graph(open(base), outcome);
        result_.pruned = prune_run(std::move(graph), {context_.study.alpha, context_.study.beta},
                                   PruneBy::method);
        problems.insert(problems.end(), outcome.problems.begin(), outcome.problems.end());
        std::filesystem::create_directories(directory());
        write_file(directory() / "core.json",
                   [&](Output& output) { write_prune_json(result_.pruned, output); });
        write_file(directory() / "core.dot",
                   [&](Output& output) { write_prune_dot(result_.pruned, output); });
    }

    void answer(const study::Question& question) {
        auto& made = result_.answers.emplace_back();
        made.question = question;
        try {
            select(made);
        } catch (const model::Error& error) {
            made.refusal = without_place(error.what());
        } catch (const rundir::Error& error) {
            made.refusal = error.what();
        }
    }

private:
    std::filesystem::path directory() const { return context_.directory / result_.directory; }

    static std::string with_question(const std::string& name, const std::string& ending,
                                     const study::Question& question) {
        return name + (question.name.empty() ? "" : "-" + question.name) + ending;
    }

    rundir::RunDirectory open(const FinishedRun& run) const {
        return rundir::RunDirectory::open(context_.directory / run.ended.begun.directory / "run");
    }

    /// Of the first assembly that was run here the fastest run: others have had to wait for
    /// something.
    const FinishedRun& least_disturbed_run() const {
        return **std::min_element(runs_.begin(), runs_.end(), [](const auto* a, const auto* b) {
            return a->planned.combination != b->planned.combination
                       ? a->planned.combination < b->planned.combination
                       : a->ended.seconds < b->ended.seconds;
        });
    }

    void select(PointAnswer& made) {
        const auto file = directory() / with_question("selection", ".json", made.question);
        const auto candidates = candidates_of(context_, runs_, unknown_);
        write_selection_file(context_, made.question, candidates, file);
        made.problem = model::read_selection(file);
        made.settings = settings_of(made.question);
        rundir::ReadOutcome outcome;
        std::vector<std::string> warnings;
        auto work = model::run_workload(
            rundir::RunDirectory::open(context_.directory / result_.run), result_.pruned.graph,
            result_.pruned.fates, made.problem, outcome, warnings);
        add_parameters(work);
        made.answer = model::select(made.problem, work, made.settings);
        Interruption::check(); // such an answer is made again
        made.answer.warnings.insert(made.answer.warnings.begin(), warnings.begin(), warnings.end());
        name_assemblies(made, candidates);
        measure(made);
        write_answer(made);
    }

    model::SelectionSettings settings_of(const study::Question& question) const {
        const auto& wishes = context_.study.select;
        model::SelectionSettings settings;
        settings.sigmas = question.quantile > 0
                              ? model::student_quantile(question.quantile,
                                                        std::numeric_limits<double>::infinity())
                              : 0;
        settings.front = question.front;
        settings.limits.best = wishes.alternatives + 1;
        settings.limits.seconds = wishes.seconds;
        settings.limits.stop = &Interruption::is_wanted();
        return settings;
    }

    /// What the study knows of the run besides what its calls have recorded.
    void add_parameters(model::Workload& work) const {
        for (auto& piece : work.works) {
            for (auto& input : piece.inputs) {
                for (const auto& [name, value] : result_.point) {
                    if (const auto number = study::number_of(value)) {
                        input.values.emplace(name, *number);
                    }
                    input.texts.emplace(name, value);
                }
            }
        }
    }

    static Settings assembly_of(const PointAnswer& made, const model::Alternative& alternative,
                                const std::vector<Candidate>& candidates) {
        Settings assembly;
        const auto& variables = made.answer.variables;
        for (std::size_t i = 0; i < variables.size(); ++i) {
            const auto& family = made.problem.families[variables[i].family];
            const auto& name = family.implementations[alternative.implementations[i]].name;
            for (const auto& candidate : candidates) {
                if (candidate.instance == variables[i].instance && candidate.name == name) {
                    assembly.emplace_back(candidate.instance, candidate.implementation);
                    assembly.insert(assembly.end(), candidate.chosen.begin(),
                                    candidate.chosen.end());
                }
            }
        }
        return assembly;
    }

    static void name_assemblies(PointAnswer& made, const std::vector<Candidate>& candidates) {
        made.assembly = assembly_of(made, made.answer.best.front(), candidates);
        for (const auto& one : made.answer.front) {
            made.front.push_back(
                {assembly_of(made, one, candidates), one.prediction.mean_us, one.quality});
        }
    }

    /// The base of this point with what was chosen.
    study::Combination combination_of(const PointAnswer& made) const {
        auto combination = result_.base;
        for (auto* settings : {&combination.parameters, &combination.implementations}) {
            for (auto& [name, value] : *settings) {
                if (const auto* chosen = study::find(made.assembly, name)) {
                    value = *chosen;
                }
            }
        }
        return combination;
    }

    void measure(PointAnswer& made) const {
        const auto wanted = combination_of(made);
        std::vector<double> times;
        for (const auto* run : runs_) {
            const auto& combination = context_.plan.combinations[run->planned.combination];
            if (combination.implementations == wanted.implementations &&
                combination.parameters == wanted.parameters) {
                rundir::ReadOutcome outcome;
                times.push_back(load_graph(open(*run), outcome).total_us());
            }
        }
        made.measured_runs = times.size();
        if (!times.empty()) {
            const auto middle = times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2);
            std::nth_element(times.begin(), middle, times.end());
            made.measured_us = *middle;
            const auto [least, most] = std::minmax_element(times.begin(), times.end());
            made.measured_range_us = {*least, *most};
        }
    }

    void write_answer(const PointAnswer& made) const {
        write_file(directory() / with_question("answer", ".json", made.question),
                   [&](Output& output) {
                       write_select_json({made.problem, made.answer, made.settings}, output);
                   });
        const auto recipe = context_.recipes.plain(combination_of(made));
        const bool is_script = !recipe.script.empty();
        const auto file =
            directory() / with_question("best", is_script ? ".rc" : ".sh", made.question);
        write_file(file, [&](Output& output) {
            if (is_script) {
                output.write(recipe.script);
                return;
            }
            output.write("#!/bin/sh\nexec");
            for (const auto& argument : recipe.arguments) {
                output.write(" " + quoted(argument));
            }
            output.write("\n");
        });
    }

    const StudyContext& context_;
    PointResult& result_;
    std::vector<const FinishedRun*> runs_;
    const Settings& unknown_;
};

} // namespace

std::optional<double> PointAnswer::miss() const {
    if (!measured_us || *measured_us <= 0) {
        return std::nullopt;
    }
    constexpr double worth_telling = 0.1;
    const auto& prediction = answer.best.front().prediction;
    const double nearest =
        std::clamp(prediction.mean_us, measured_range_us.min, measured_range_us.max);
    const double share = std::abs(prediction.mean_us - nearest) / nearest;
    const bool is_outside = nearest < prediction.interval.min || nearest > prediction.interval.max;
    return is_outside && share > worth_telling ? std::optional(share) : std::nullopt;
}

std::vector<std::string> core_of(const PrunedRun& pruned) {
    std::vector<std::string> names;
    for (const auto& instance : pruned.instances) {
        if (instance.kept_nodes > 0) {
            names.push_back(instance.name);
        }
    }
    return names;
}

void answer_points(const StudyContext& context, StudyResult& result) {
    std::vector<std::pair<Settings, std::vector<const FinishedRun*>>> points;
    for (const auto& combination : context.plan.combinations) {
        const auto point = combination.point(context.study);
        if (std::none_of(points.begin(), points.end(),
                         [&](const auto& one) { return one.first == point; })) {
            points.push_back({point, {}});
        }
    }
    for (const auto& run : result.runs.good) {
        const auto point = context.plan.combinations[run.planned.combination].point(context.study);
        for (auto& [known, runs] : points) {
            if (known == point) {
                runs.push_back(&run);
            }
        }
    }
    const auto unknown = never_run(context.study, context.plan, result.runs.good);
    for (const auto& [instance, name] : unknown) {
        result.problems.push_back("no run with " + instance + "=" + name +
                                  " went well; it is not among what could be chosen");
    }
    for (auto& [point, runs] : points) {
        const auto varied = study::varied(context.study, point);
        if (runs.empty()) {
            result.problems.push_back("no run of " + study::text_of(point) +
                                      " went well; there is no answer for it");
            continue;
        }
        auto& made = result.points.emplace_back();
        made.point = point;
        made.varied = varied;
        made.directory = points.size() > 1 ? "at/" + directory_name(varied) : "";
        Point one(context, made, runs, unknown);
        one.prune(result.problems);
        for (const auto& question : context.study.select.questions) {
            Interruption::check();
            if (!context.study.choices.empty()) {
                one.answer(question);
            }
        }
    }
}

} // namespace proxima::cli
