#include "study/keep.hpp"

#include "run/progress.hpp"

#include <proxima/knowledge/knowledge_base.hpp>
#include <proxima/model/error.hpp>
#include <proxima/rundir/run_directory.hpp>

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <unistd.h>
#include <vector>

namespace proxima::cli {
namespace {

using study::FinishedRun;

std::map<std::string, std::string> map_of(const study::Settings& settings) {
    return {settings.begin(), settings.end()};
}

class Keeper {
public:
    Keeper(const StudyContext& context, StudyResult& result)
        : context_(context), result_(result),
          file_(context.study.beside(context.study.knowledge_base)),
          base_(knowledge::KnowledgeBase::open_or_create(file_)) {}

    void keep() {
        keep_runs();
        keep_models();
        for (const auto& point : result_.points) {
            for (const auto& answer : point.answers) {
                if (answer.refusal.empty()) {
                    keep_decision(point, answer);
                }
            }
        }
        result_.kept_in = file_.string();
    }

private:
    void keep_runs() {
        Progress progress("runs", "keeping");
        std::size_t done = 0;
        for (const auto& run : result_.runs.good) {
            progress.show(done++, result_.runs.good.size());
            keep_run(run);
        }
    }

    void keep_run(const FinishedRun& run) {
        const auto& combination = context_.plan.combinations[run.planned.combination];
        const auto directory = run.ended.begun.directory + "/run";
        knowledge::TrialSettings how;
        how.experiment = context_.study.name;
        how.name = combination.text(context_.study) + ", repetition " +
                   std::to_string(run.planned.repetition + 1);
        how.metadata = map_of(combination.parameters);
        how.metadata["repetition"] = std::to_string(run.planned.repetition + 1);
        for (const auto& [name, value] : run.ended.results) {
            how.metadata["result." + name] = std::to_string(value);
        }
        how.implementations = map_of(context_.recipes.classes(combination));
        rundir::ReadOutcome outcome;
        auto trial = knowledge::read_trial(
            rundir::RunDirectory::open(context_.directory / directory), how, outcome);
        result_.problems.insert(result_.problems.end(), outcome.problems.begin(),
                                outcome.problems.end());
        if (!how.implementations.empty()) {
            knowledge::Assembly assembly;
            assembly.name = study::text_of(combination.implementations);
            assembly.implementations = how.implementations;
            trial.assembly = base_.add(assembly).id;
        }
        trials_[directory] = base_.add(trial).id;
    }

    void keep_models() {
        std::vector<model::Model> models;
        for (const auto& outcome : result_.models) {
            if (outcome.model) {
                models.push_back(*outcome.model);
            }
        }
        for (const auto& added : base_.add(models, knowledge::this_machine())) {
            models_.push_back(added.id);
        }
    }

    void keep_decision(const PointResult& point, const PointAnswer& answer) {
        auto decision = knowledge::decision_of(answer.problem, answer.answer, answer.settings);
        decision.experiment = context_.study.name;
        decision.name = study::text_of(point.varied);
        if (!answer.question.name.empty()) {
            decision.name += (decision.name.empty() ? "" : ", ") + answer.question.name;
        }
        decision.models = models_;
        decision.trial = trials_.at(point.run);
        base_.add(decision);
    }

    const StudyContext& context_;
    StudyResult& result_;
    std::filesystem::path file_;
    knowledge::KnowledgeBase base_;
    std::map<std::string, std::int64_t> trials_; ///< by the directory of the run
    std::vector<std::int64_t> models_;
};

} // namespace

void check_knowledge_base(const study::Study& study) {
    if (study.knowledge_base.empty()) {
        return;
    }
    const auto file = study.beside(study.knowledge_base);
    std::error_code ignored;
    if (std::filesystem::exists(file, ignored)) {
        knowledge::KnowledgeBase::open(file);
        if (::access(file.c_str(), W_OK) != 0) {
            throw model::Error(file, "cannot be written, and the study is to be kept in it");
        }
        return;
    }
    const auto directory = file.parent_path();
    if (!std::filesystem::is_directory(directory, ignored) ||
        ::access(directory.c_str(), W_OK) != 0) {
        throw model::Error(file, "cannot be made: " + directory.string() +
                                     " is no directory that can be written; correct "
                                     "\"knowledge_base\"");
    }
}

void keep_study(const StudyContext& context, StudyResult& result) {
    Keeper(context, result).keep();
}

} // namespace proxima::cli
