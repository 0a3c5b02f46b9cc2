#include "kb/assembly_warnings.hpp"
#include "kb/kb_sources.hpp"
#include "kb/kb_verbs.hpp"
#include "run/messages.hpp"
#include "run/names.hpp"
#include "run/open_run.hpp"
#include "run/progress.hpp"
#include "text/units.hpp"

#include <proxima/model/model_file.hpp>
#include <proxima/model/selection.hpp>

#include <map>
#include <set>

namespace proxima::cli {
namespace {

using knowledge::Added;
using knowledge::KnowledgeBase;

std::map<std::string, std::string> assignments(const std::vector<std::string>& texts) {
    std::map<std::string, std::string> made;
    for (const auto& text : texts) {
        const auto at = text.find('=');
        made[text.substr(0, at)] = text.substr(at + 1);
    }
    return made;
}

std::string stem(const std::string& file) {
    return std::filesystem::path(file).stem().string();
}

/// Everything is read before anything is added, but for runs: these may be large, and are added
/// one after another.
class Addition {
public:
    Addition(const KbOptions& options, Output& output)
        : options_(options), output_(output), file_(chosen_base(options.base)) {}

    int run() {
        std::error_code error;
        if (std::filesystem::exists(file_, error)) {
            base(); // what is no base is said before anything is read
        }
        if (!options_.assembly.empty()) {
            assembly_of_runs_ = read_assembly_source(options_.assembly, stem(options_.assembly));
        }
        for (const auto& source : options_.sources) {
            read(source);
        }
        if (options_.name.empty() || runs_.size() + decisions_.size() + assemblies_.size() <= 1) {
            add_all();
            return status_;
        }
        throw UsageError("--name is for one run, decision or assembly; add them one by one");
    }

private:
    KnowledgeBase& base() {
        if (!base_) {
            base_ = KnowledgeBase::open_or_create(file_);
        }
        return *base_;
    }

    void read(const std::string& source) {
        switch (kind_of_source(source)) {
        case SourceKind::run:
            runs_.push_back(open_run(source));
            break;
        case SourceKind::models:
            models_.emplace_back(source, model::read_models(source));
            break;
        case SourceKind::selection:
            models_.emplace_back(source, model::read_selection(source).models);
            break;
        case SourceKind::answer:
            decisions_.emplace_back(source, knowledge::read_decision(source));
            break;
        case SourceKind::assembly:
            assemblies_.emplace_back(source, read_assembly_source(source, name_or(stem(source))));
            break;
        }
    }

    std::string name_or(const std::string& otherwise) const {
        return options_.name.empty() ? otherwise : options_.name;
    }

    void add_all() {
        for (const auto& [source, assembly] : assemblies_) {
            say(source, "assembly", base().add(assembly));
        }
        for (const auto& run : runs_) {
            add_run(run);
        }
        // After the runs, which may be those that they were fitted to.
        for (const auto& [source, models] : models_) {
            add_models(source, models);
        }
        for (auto& [source, decision] : decisions_) {
            decision.name = name_or(stem(source));
            decision.experiment = options_.experiment;
            decision.models = added_models_;
            if (added_trials_.size() == 1) {
                decision.trial = added_trials_.front();
            }
            say(source, "decision", base().add(decision));
        }
    }

    void add_models(const std::string& source, const std::vector<model::Model>& models) {
        const auto added = base().add(models);
        std::size_t known = 0;
        for (const auto& one : added) {
            added_models_.push_back(one.id);
            known += one.is_new ? 0 : 1;
        }
        output_.print("{}: {} added", source, plural(added.size() - known, "model"));
        output_.write(known == 0 ? "\n" : ", " + std::to_string(known) + " were there already\n");
    }

    knowledge::TrialSettings settings(Progress& progress) const {
        knowledge::TrialSettings how;
        if (!options_.experiment.empty()) {
            how.experiment = options_.experiment;
        }
        how.name = options_.name;
        how.metadata = assignments(options_.metadata);
        if (assembly_of_runs_) {
            how.implementations = assembly_of_runs_->implementations;
        }
        for (const auto& [instance, name] : assignments(options_.implementations)) {
            how.implementations[instance] = name;
        }
        how.most_combinations = options_.most_combinations;
        how.progress = [&progress](auto done, auto total) { progress.show(done, total); };
        return how;
    }

    void add_run(const rundir::RunDirectory& run) {
        knowledge::Trial trial;
        rundir::ReadOutcome outcome;
        {
            Progress progress("records");
            trial = knowledge::read_trial(run, settings(progress), outcome);
        }
        check_instances(run.path().string(), trial);
        if (assembly_of_runs_) {
            trial.assembly = base().add(*assembly_of_runs_).id;
        }
        Progress progress("rows", "adding");
        const auto added =
            base().add(trial, [&](auto done, auto total) { progress.show(done, total); });
        added_trials_.push_back(added.id);
        say_trial(run.path().string(), trial, added);
        if (!outcome.problems.empty()) {
            status_ = say_problems(outcome);
        }
    }

    /// What the command line says of instances must be of those that were run.
    void check_instances(const std::string& source, const knowledge::Trial& trial) const {
        std::set<std::string> instances;
        std::vector<Called> called;
        for (const auto& path : trial.call_paths) {
            const auto& instance = trial.timers[path.timer].component;
            instances.insert(instance);
            called.push_back({instance, path.binding});
        }
        for (const auto& [instance, name] : assignments(options_.implementations)) {
            if (instances.count(instance) == 0) {
                throw UsageError(
                    "--implementation: " + source + " has no instance " + instance +
                    did_you_mean(nearest(instance, {instances.begin(), instances.end()}, 3)));
            }
        }
        if (assembly_of_runs_) {
            for (const auto& warning : assembly_warnings(*assembly_of_runs_, called)) {
                say_note("warning: " + source + ": " + warning);
            }
        }
    }

    void say_trial(const std::string& source, const knowledge::Trial& trial, const Added& added) {
        if (!added.is_new) {
            output_.print("{}: is there already, as trial {}\n", source, added.id);
            return;
        }
        std::uint64_t invocations = 0;
        for (const auto& one : trial.statistics) {
            invocations += one.calls;
        }
        output_.print("{}: trial {} of experiment {}: {} of {} in {}\n", source, added.id,
                      trial.experiment, plural(invocations, "invocation"),
                      plural(trial.timers.size(), "method"),
                      plural(trial.statistics.size(), "row"));
    }

    void say(const std::string& source, const char* what, const Added& added) {
        output_.print("{}: {} {} {}\n", source, what, added.id,
                      added.is_new ? "added" : "is there already");
    }

    const KbOptions& options_;
    Output& output_;
    std::filesystem::path file_;
    std::optional<KnowledgeBase> base_;
    std::optional<knowledge::Assembly> assembly_of_runs_;
    std::vector<rundir::RunDirectory> runs_;
    std::vector<std::pair<std::string, std::vector<model::Model>>> models_;
    std::vector<std::pair<std::string, knowledge::Assembly>> assemblies_;
    std::vector<std::pair<std::string, knowledge::Decision>> decisions_;
    std::vector<std::int64_t> added_models_;
    std::vector<std::int64_t> added_trials_;
    int status_ = status_ok;
};

} // namespace

int run_kb_add(const KbOptions& options, Output& output) {
    return Addition(options, output).run();
}

} // namespace proxima::cli
