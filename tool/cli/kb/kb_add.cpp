#include "kb/kb_verbs.hpp"
#include "shared/load_run.hpp"
#include "shared/messages.hpp"
#include "shared/progress.hpp"
#include "text/text.hpp"

#include <proxima/base/file.hpp>
#include <proxima/base/json.hpp>
#include <proxima/base/units.hpp>
#include <proxima/fit/model_file.hpp>
#include <proxima/rundir/call_graph.hpp>

#include <algorithm>
#include <system_error>

namespace proxima::cli {
namespace {

using knowledge::Added;
using knowledge::KnowledgeBase;

std::string read_answer(const std::string& file) {
    auto text = base::read_whole_file(file);
    const auto json = base::parse_located_json(file, text);
    const auto assembly = json.find("assembly");
    const auto mean = json.find("mean_us");
    if (assembly->members().empty() || mean->kind() != base::LocatedJson::Kind::number) {
        throw base::Error(file, "is no answer of `proxima select --json`");
    }
    return text;
}

// Reads everything before it adds anything, except runs: these may be large, and are added
// one after another.
class Addition {
public:
    Addition(const KbOptions& options, text::Output& output)
        : options_(options), output_(output), file_(chosen_base(options.base)) {}

    int run() {
        std::error_code error;
        if (std::filesystem::exists(file_, error)) {
            base(); // an invalid base fails before anything is read
        }
        for (const auto& source : options_.sources) {
            read(source);
        }
        if (!options_.name.empty() && runs_.size() + decisions_.size() > 1) {
            throw UsageError("--name is for one run or decision; add them one by one");
        }
        add_all();
        return status_;
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
            models_.emplace_back(source, fit::read_models(source));
            break;
        case SourceKind::answer:
            decisions_.emplace_back(source, read_answer(source));
            break;
        }
    }

    void add_all() {
        std::vector<std::int64_t> runs;
        std::vector<std::int64_t> models;
        for (const auto& run : runs_) {
            runs.push_back(add_run(run));
        }
        for (const auto& [source, of_file] : models_) {
            std::size_t known = 0;
            for (const auto& one : base().add(of_file)) {
                models.push_back(one.id);
                known += one.is_new ? 0 : 1;
            }
            output_.print("{}: {} added", base::printable(source),
                          base::plural(of_file.size() - known, "model"));
            output_.write(known == 0 ? "\n"
                                     : ", " + std::to_string(known) + " were there already\n");
        }
        for (const auto& [source, answer] : decisions_) {
            knowledge::Decision decision{
                options_.name, options_.filter.experiment, answer, models, {}};
            if (decision.name.empty()) {
                decision.name = std::filesystem::path(source).stem().string();
            }
            if (runs.size() == 1) {
                decision.run = runs.front();
            }
            const auto added = base().add(decision);
            output_.print("{}: decision {} {}\n", base::printable(source), added.id,
                          added.is_new ? "added" : "is there already");
        }
    }

    std::int64_t add_run(const rundir::RunDirectory& directory) {
        Progress progress("records");
        knowledge::RunSettings how;
        if (!options_.filter.experiment.empty()) {
            how.experiment = options_.filter.experiment;
        }
        how.name = options_.name;
        how.metadata = options_.metadata;
        check_implementations(directory);
        how.implementations = options_.implementations;
        how.progress = [&progress](auto done, auto total) { progress.show(done, total); };
        rundir::ReadOutcome outcome;
        auto run = knowledge::read_run(directory, how, outcome);
        const auto content =
            base::plural(run.invocations, "invocation") + " of " +
            base::plural(run.methods, "method") +
            (run.is_unfinished ? "; it has not ended, or was killed: these are its records, "
                                 "`proxima recover` makes the rest"
                               : "");
        const auto added = base().add(std::move(run));
        const auto source = base::printable(directory.path().string());
        if (added.is_new) {
            output_.print("{}: run {} of experiment {}: {}\n", source, added.id,
                          base::printable(how.experiment), content);
        } else {
            output_.print("{}: is there already, as run {}\n", source, added.id);
        }
        if (!outcome.problems.empty()) {
            status_ = say_problems(outcome);
        }
        return added.id;
    }

    // The instances that the command line names must be part of the run.
    void check_implementations(const rundir::RunDirectory& directory) const {
        if (options_.implementations.empty() || !directory.has_call_graph()) {
            return;
        }
        const auto graph = rundir::load_call_graph(directory.call_graph_file());
        for (const auto& [instance, name] : options_.implementations) {
            if (std::none_of(graph.components.begin(), graph.components.end(),
                             [&](const auto& one) { return one.instance == instance; })) {
                throw UsageError("--implementation: " + directory.path().string() +
                                 " has no instance " + instance + "; see proxima report");
            }
        }
    }

    const KbOptions& options_;
    text::Output& output_;
    std::filesystem::path file_;
    std::optional<KnowledgeBase> base_;
    std::vector<rundir::RunDirectory> runs_;
    std::vector<std::pair<std::string, std::vector<fit::Model>>> models_;
    std::vector<std::pair<std::string, std::string>> decisions_;
    int status_ = status_ok;
};

} // namespace

SourceKind kind_of_source(const std::string& source) {
    const std::filesystem::path path(source);
    std::error_code error;
    if (std::filesystem::is_directory(path, error) || path.filename() == "run.json" ||
        path.filename() == "callgraph.json") {
        return SourceKind::run;
    }
    if (std::filesystem::exists(path, error) &&
        !std::filesystem::is_regular_file(path, error)) { // it is read twice
        throw base::Error(path, "is a pipe or a device; name a file");
    }
    const auto text = base::read_whole_file(path);
    if (path.extension() != ".json") {
        throw base::Error(path, "is no run directory, and no .json (models, or an answer of "
                                "proxima select); see proxima kb add --help");
    }
    try {
        const auto json = base::parse_located_json(path, text);
        return json.find("assembly") && json.find("mean_us") ? SourceKind::answer
                                                             : SourceKind::models;
    } catch (const base::Error&) { // the reader of models reports what is wrong, and where
        return SourceKind::models;
    }
}

int run_kb_add(const KbOptions& options, text::Output& output) {
    return Addition(options, output).run();
}

} // namespace proxima::cli
