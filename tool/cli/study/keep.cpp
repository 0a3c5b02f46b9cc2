#include "select/write_selection.hpp"
#include "study/analysis.hpp"

#include <proxima/knowledge/knowledge_base.hpp>
#include <proxima/rundir/run_directory.hpp>

#include <cstdint>

namespace proxima::cli {
namespace {

class Keeper {
public:
    Keeper(const StudyContext& context, StudyResult& result)
        : context_(context), result_(result),
          file_(context.study.beside(context.study.knowledge_base)),
          base_(knowledge::KnowledgeBase::open_or_create(file_)) {}

    void keep() {
        for (const auto& run : result_.runs.finished) {
            keep_run(run);
        }
        for (const auto& added : base_.add(result_.fitted(), knowledge::this_machine())) {
            models_.push_back(added.id);
        }
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
    void keep_run(const study::FinishedRun& run) {
        const auto& combination = context_.combination(run.planned);
        const auto repetition = std::to_string(run.planned.repetition + 1);
        knowledge::RunSettings how;
        how.experiment = context_.study.name;
        how.name = study::text_of(study::varied(context_.plan, combination)) + ", repetition " +
                   repetition;
        how.metadata = {combination.begin(), combination.end()};
        how.metadata["repetition"] = repetition;
        for (const auto& [name, value] : run.results) {
            how.metadata["result." + name] = std::to_string(value);
        }
        how.implementations = context_.recipes.classes(combination);
        rundir::ReadOutcome outcome;
        runs_[&run] = base_
                          .add(knowledge::read_run(
                              rundir::RunDirectory::open(context_.measured(run)), how, outcome))
                          .id;
    }

    void keep_decision(const PointResult& point, const PointAnswer& answer) {
        knowledge::Decision decision;
        decision.document = select_json({answer.problem, answer.answer, answer.settings});
        const auto where = study::text_of(point.varied);
        decision.experiment = context_.study.name;
        decision.name = where + (where.empty() ? "" : ", ") + answer.question.name;
        decision.models = models_;
        decision.run = runs_.at(point.run);
        base_.add(decision);
    }

    const StudyContext& context_;
    StudyResult& result_;
    std::filesystem::path file_;
    knowledge::KnowledgeBase base_;
    std::map<const study::FinishedRun*, std::int64_t> runs_;
    std::vector<std::int64_t> models_;
};

} // namespace

void keep_study(const StudyContext& context, StudyResult& result) {
    Keeper(context, result).keep();
}

} // namespace proxima::cli
