#include "commands.hpp"
#include "fit/fit_writers.hpp"
#include "interruption.hpp"
#include "run/messages.hpp"
#include "study/analysis.hpp"
#include "study/checks.hpp"
#include "study/first_look.hpp"
#include "study/keep.hpp"
#include "study/running/precheck.hpp"
#include "study/study_progress.hpp"
#include "study/study_writers.hpp"
#include "study/written_file.hpp"
#include "text/units.hpp"

#include <proxima/model/error.hpp>
#include <proxima/model/model_file.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>

namespace proxima::cli {
namespace {

std::filesystem::path this_program() {
    std::error_code error;
    return std::filesystem::read_symlink("/proc/self/exe", error);
}

study::Places places_of(const StudyOptions& options) {
    study::Places places;
    places.program =
        options.program.empty() ? this_program() : std::filesystem::absolute(options.program);
    for (const auto& path : options.path) {
        if (!std::filesystem::is_directory(path)) {
            throw UsageError("there is no directory " + path + "; correct --path");
        }
        places.components.push_back(std::filesystem::absolute(path).lexically_normal().string());
    }
    return places;
}

/// Pictures of models that there are no longer.
void remove_others(const std::filesystem::path& pictures, const std::set<std::string>& drawn) {
    std::vector<std::filesystem::path> others;
    for (const auto& entry : std::filesystem::directory_iterator(pictures)) {
        if (entry.path().extension() == ".svg" && drawn.count(entry.path().filename()) == 0) {
            others.push_back(entry.path());
        }
    }
    for (const auto& picture : others) {
        std::filesystem::remove(picture);
    }
}

void write_models(const StudyContext& context, StudyResult& result) {
    std::vector<model::Model> models;
    for (const auto& outcome : result.models) {
        if (outcome.model) {
            models.push_back(*outcome.model);
        }
    }
    Interruption::check();
    model::write_models(context.directory / "models.json", models);
    try {
        const auto pictures = context.directory / "pictures";
        const auto drawn = write_fit_plots(result.models, pictures, PlotFormat::svg,
                                           context.study.fit.level_percent / 100);
        remove_others(pictures, drawn);
    } catch (const model::Error& error) {
        say_note(std::string("no pictures: ") + error.what()); // the answers do not need them
    }
}

void say_what_is_wrong(const StudyResult& result) {
    for (const auto& problem : result.problems) {
        const bool says_so = problem.find("error: ") != std::string::npos; // with its place
        says_so ? say_located_error(problem) : say_error(problem);
    }
    std::set<std::string> warnings;
    for (const auto& point : result.points) {
        for (const auto& answer : point.answers) {
            warnings.insert(answer.answer.warnings.begin(), answer.answer.warnings.end());
        }
    }
    for (const auto& warning : warnings) {
        say_note("warning: " + warning);
    }
}

void analyse(const StudyContext& context, StudyResult& result) {
    const auto& first = result.runs.good.front();
    look_at_first_run(context.study, context.recipes,
                      context.plan.combinations[first.planned.combination],
                      context.directory / first.ended.begun.directory / "run");
    fit_models(context, result);
    write_models(context, result);
    Interruption::check();
    answer_points(context, result);
    check_study(context.study, result);
    Interruption::check();
    if (!context.study.knowledge_base.empty()) {
        try {
            keep_study(context, result);
        } catch (const std::exception& error) { // the answers are there all the same
            result.problems.emplace_back(error.what());
        }
    }
    write_file(context.directory / "report.txt", [&](Output& output) {
        write_study_text(context.study, context.directory, result, output);
    });
    write_file(context.directory / "report.json", [&](Output& output) {
        write_study_json(context.study, context.directory, result, output);
    });
}

study::ExecutionOutcome execute(study::Execution& execution, const StudyContext& context,
                                const StudyOptions& options) {
    StudyProgress progress;
    study::ExecutionWishes wishes;
    wishes.retry = options.retry;
    wishes.show = [&](const study::Standing& standing) { progress.show(standing); };
    wishes.say = [&](const std::string& line) {
        progress.clear();
        say_note(line);
    };
    wishes.look = [&](const auto& combination, const auto& run) {
        look_at_first_run(context.study, context.recipes, combination, run);
    };
    return execution.run(wishes);
}

/// What can be known to be wrong before anything has been run. False if something is; it has been
/// said then.
bool is_ready(const StudyContext& context, bool has_assemblies_to_check) {
    check_programs(context.study, context.plan, context.recipes);
    check_knowledge_base(context.study);
    if (context.directory.string().find(',') != std::string::npos) {
        throw UsageError("the directory of a study must have no comma in its name, since $PROXIMA "
                         "names it; name another with -o");
    }
    if (!has_assemblies_to_check) {
        return true;
    }
    study::HeldSignals signals;
    const auto problems =
        study::problems_of_assemblies(context.study, context.plan, context.recipes, signals);
    for (const auto& problem : problems) {
        say_located_error(problem);
    }
    if (signals.is_interrupted()) {
        throw Interrupted();
    }
    return problems.empty();
}

int dry_run(const StudyContext& context, const std::vector<study::EndedRun>& ended,
            const std::vector<study::PlannedRun>& missing, bool json, Output& output) {
    json ? write_plan_json(context.study, context.plan, ended, missing, output)
         : write_plan_text(context.study, context.plan, ended, missing, output);
    output.flush();
    return status_ok;
}

int make_study(const StudyContext& context, const StudyOptions& options, Output& output) {
    const auto& [study, plan, recipes, directory] = context;
    study::Execution execution(study, plan, recipes, directory);
    StudyResult result;
    result.runs = execute(execution, context, options);
    const auto& runs = result.runs;
    if (runs.was_interrupted) {
        say_note(fmt::format("interrupted after {} of {} runs; the same command goes on from there",
                             runs.good.size() + runs.failed.size(), plan.order.size()));
        return status_interrupted;
    }
    if (runs.was_stopped) {
        say_error(fmt::format("stopped after {} (stop_after_failures), {} to be made yet; the same "
                              "command goes on, with --retry it runs the failed ones again",
                              plural(runs.failed_now, "failed run"), plural(runs.missing, "run")));
    }
    if (runs.good.empty()) {
        say_error("no run went well, so there is nothing to learn; see " +
                  (directory / "runs").string());
        if (options.json) {
            write_study_json(study, directory, result, output);
            output.flush();
        }
        return status_bad_data;
    }
    try {
        analyse(context, result);
    } catch (const Interrupted&) {
        say_note(fmt::format("interrupted while answers were made; the {} are there, and the same "
                             "command makes the answers",
                             plural(runs.good.size(), "run")));
        return status_interrupted;
    }
    options.json ? write_study_json(study, directory, result, output)
                 : write_study_text(study, directory, result, output);
    output.flush();
    say_what_is_wrong(result);
    return result.all_is_well() ? status_ok : status_bad_data;
}

} // namespace

int run_study(const StudyOptions& options, Output& output) {
    const Interruption interruption;
    const auto study = study::read_study(options.study);
    const auto plan = study::plan_of(study);
    modelled_parameters(study, plan); // complains before anything has been run
    const study::RecipeBook recipes(study, plan, places_of(options));
    const std::filesystem::path directory =
        options.output.empty() ? study.name + ".study" : options.output;
    const StudyContext context{study, plan, recipes, directory};
    try {
        const auto ended = study::Journal::look(directory, study.name);
        study::check_same_way(study, plan, recipes, directory, ended);
        const auto missing = study::runs_to_make(study, plan, directory, ended, options.retry);
        if (!is_ready(context, !missing.empty())) {
            return status_bad_data;
        }
        return options.dry_run ? dry_run(context, ended, missing, options.json, output)
                               : make_study(context, options, output);
    } catch (const Interrupted&) {
        say_note("interrupted before anything was run");
        return status_interrupted;
    }
}

} // namespace proxima::cli
