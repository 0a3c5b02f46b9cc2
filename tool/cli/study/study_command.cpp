#include "commands.hpp"
#include "fit/fit_writers.hpp"
#include "run/messages.hpp"
#include "study/analysis.hpp"
#include "study/checks.hpp"
#include "study/keep.hpp"
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

void write_models(const StudyContext& context, StudyResult& result) {
    std::vector<model::Model> models;
    for (const auto& outcome : result.models) {
        if (outcome.model) {
            models.push_back(*outcome.model);
        }
    }
    model::write_models(context.directory / "models.json", models);
    try {
        write_fit_plots(result.models, context.directory / "pictures", PlotFormat::svg,
                        context.study.fit.level_percent / 100);
    } catch (const model::Error& error) {
        say_note(std::string("no pictures: ") + error.what()); // the answers do not need them
    }
}

void say_what_is_wrong(const StudyResult& result) {
    for (const auto& problem : result.problems) {
        say_error(problem);
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
    fit_models(context, result);
    write_models(context, result);
    answer_points(context, result);
    check_study(context.study, result);
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

study::ExecutionOutcome execute(study::Execution& execution, const StudyOptions& options) {
    StudyProgress progress;
    study::ExecutionWishes wishes;
    wishes.retry = options.retry;
    wishes.show = [&](const study::Standing& standing) { progress.show(standing); };
    wishes.say = [&](const std::string& line) {
        progress.clear();
        say_note(line);
    };
    return execution.run(wishes);
}

} // namespace

int run_study(const StudyOptions& options, Output& output) {
    const auto study = study::read_study(options.study);
    const auto plan = study::plan_of(study);
    modelled_parameters(study, plan); // complains before anything has been run
    const study::RecipeBook recipes(study, plan, places_of(options));
    const std::filesystem::path directory =
        options.output.empty() ? study.name + ".study" : options.output;
    if (options.dry_run) {
        const auto ended = study::Journal::look(directory, study.name);
        options.json ? write_plan_json(study, plan, ended, output)
                     : write_plan_text(study, plan, ended, output);
        output.flush();
        return status_ok;
    }
    study::Execution execution(study, plan, recipes, directory);
    StudyResult result;
    result.runs = execute(execution, options);
    const auto made = plan.order.size() - result.runs.missing;
    if (result.runs.was_interrupted) {
        say_note(fmt::format("interrupted after {} of {} runs; the same command goes on from there",
                             made, plan.order.size()));
        return status_interrupted;
    }
    if (result.runs.was_stopped) {
        say_error(fmt::format("stopped after {} (stop_after_failures), {} to be made yet; the same "
                              "command goes on, with --retry it runs the failed ones again",
                              plural(result.runs.failed.size(), "failed run"),
                              plural(result.runs.missing, "run")));
    }
    if (result.runs.good.empty()) {
        say_error("no run went well, so there is nothing to learn; see " +
                  (directory / "runs").string());
        return status_bad_data;
    }
    const StudyContext context{study, plan, recipes, directory};
    analyse(context, result);
    options.json ? write_study_json(study, directory, result, output)
                 : write_study_text(study, directory, result, output);
    output.flush();
    say_what_is_wrong(result);
    return result.all_is_well() ? status_ok : status_bad_data;
}

} // namespace proxima::cli
