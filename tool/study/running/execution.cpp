#include "execution.hpp"

#include "output_lines.hpp"
#include "results.hpp"

#include <proxima/model/error.hpp>
#include <proxima/model/whole_file.hpp>
#include <proxima/rundir/error.hpp>
#include <proxima/rundir/run_directory.hpp>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstring>
#include <set>

namespace proxima::study {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* study_copy = "study.json";
constexpr std::size_t lines_of_failed = 5;

Json json_of(const Settings& settings) {
    Json json = Json::object();
    std::map<std::string, std::string> sorted(settings.begin(), settings.end());
    for (const auto& [name, value] : sorted) {
        json[name] = value;
    }
    return json;
}

/// The members of two study files that differ, for a message.
std::string differing_members(const std::string& before, const std::string& now) {
    const auto old = Json::parse(before, nullptr, false);
    const auto made = Json::parse(now, nullptr, false);
    std::string names;
    if (old.is_object() && made.is_object()) {
        for (const char* key : {"assembly", "command", "components", "measure", "rules",
                                "measurement", "environment", "launcher", "parameters", "points"}) {
            const auto value = [&](const Json& json) { return json.value(key, Json()); };
            if (value(old) != value(made)) {
                names += (names.empty() ? "\"" : ", \"") + std::string(key) + "\"";
            }
        }
    }
    return names.empty() ? "the assembly script, or where the programs are" : names;
}

/// Results are read again: the study may want others by now.
EndedRun as_wanted_now(const Study& study, const std::filesystem::path& directory, EndedRun run) {
    if (run.failure.empty()) {
        const auto work = directory / run.begun.directory;
        try {
            run.results = results_of(study.results, work, work / "output.txt");
        } catch (const NoResult& problem) {
            run.failure = problem.what();
        }
    }
    return run;
}

/// A directory that is not to be there afterwards.
struct RemovedLater {
    const std::filesystem::path& path;
    ~RemovedLater() {
        std::error_code ignored;
        std::filesystem::remove_all(path, ignored);
    }
};

} // namespace

std::string key_of(const Plan& plan, const PlannedRun& run) {
    const auto& combination = plan.combinations[run.combination];
    return Json{{"parameters", json_of(combination.parameters)},
                {"implementations", json_of(combination.implementations)},
                {"ranks", combination.ranks},
                {"repetition", run.repetition + 1}}
        .dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::map<std::string, const EndedRun*> last_by_key(const std::vector<EndedRun>& ended) {
    std::map<std::string, const EndedRun*> last;
    for (const auto& run : ended) {
        last[run.begun.key] = &run;
    }
    return last;
}

std::vector<PlannedRun> runs_to_make(const Study& study, const Plan& plan,
                                     const std::filesystem::path& directory,
                                     const std::vector<EndedRun>& ended, bool retry) {
    const auto last = last_by_key(ended);
    std::vector<PlannedRun> missing;
    for (const auto& planned : plan.order) {
        const auto known = last.find(key_of(plan, planned));
        if (known == last.end() ||
            (retry && !as_wanted_now(study, directory, *known->second).failure.empty())) {
            missing.push_back(planned);
        }
    }
    return missing;
}

void check_same_way(const Study& study, const Plan& plan, const RecipeBook& recipes,
                    const std::filesystem::path& directory, const std::vector<EndedRun>& ended) {
    const auto last = last_by_key(ended);
    for (const auto& planned : plan.order) {
        const auto known = last.find(key_of(plan, planned));
        const auto& combination = plan.combinations[planned.combination];
        if (known != last.end() &&
            known->second->begun.digest != recipes.digest(combination, planned.repetition)) {
            std::string before;
            try {
                before = model::read_whole_file(directory / study_copy);
            } catch (const model::Error&) {
                before.clear();
            }
            throw model::Error(study.file, "the runs in " + directory.string() +
                                               " were made in another way: " +
                                               differing_members(before, study.text) +
                                               " changed since; name another directory with -o, "
                                               "or remove that one");
        }
    }
}

Execution::Execution(const Study& study, const Plan& plan, const RecipeBook& recipes,
                     std::filesystem::path directory)
    : study_(study), plan_(plan), recipes_(recipes), directory_(std::move(directory)),
      journal_(directory_, study.name) {
    check_same_way(study_, plan_, recipes_, directory_, journal_.ended());
    model::replace_file(directory_ / study_copy, study_.text);
}

/// What was being run when the study was stopped does not count, and must not go on beside others.
void Execution::clear_left_over(const std::function<void(const std::string&)>& say) {
    if (!journal_.open()) {
        return;
    }
    if (end_left_over(journal_.open()->process)) {
        say("ended a run that was still going on after the study had been stopped");
    }
    std::error_code ignored;
    std::filesystem::remove_all(directory_ / journal_.open()->directory, ignored);
}

/// A number that no run of this directory has had.
std::filesystem::path Execution::fresh_directory() {
    std::size_t number = journal_.ended().size() + 1;
    std::error_code error;
    const auto name = [&] { return fmt::format("runs/{:04}", number); };
    while (std::filesystem::exists(directory_ / name(), error)) {
        ++number;
    }
    std::filesystem::create_directories(directory_ / name(), error);
    if (error) {
        throw model::Error(directory_ / name(), "cannot be made: " + error.message());
    }
    return name();
}

std::optional<double> estimated_seconds(const Plan& plan, const std::vector<EndedRun>& ended,
                                        const std::vector<PlannedRun>& missing) {
    struct Sum {
        double seconds = 0;
        double runs = 0;
    };
    std::map<std::string, Sum> of_key; // without its repetition
    Sum all;
    const auto without_repetition = [](const std::string& key) {
        return key.substr(0, key.rfind(','));
    };
    for (const auto& run : ended) {
        for (auto* sum : {&all, &of_key[without_repetition(run.begun.key)]}) {
            sum->seconds += run.seconds;
            sum->runs += 1;
        }
    }
    if (all.runs == 0) {
        return std::nullopt;
    }
    std::map<std::size_t, double> wanted; // runs of each combination
    for (const auto& run : missing) {
        wanted[run.combination] += 1;
    }
    double seconds = 0;
    for (const auto& [combination, runs] : wanted) {
        const auto key = without_repetition(key_of(plan, {combination, 0}));
        const auto known = of_key.find(key);
        const auto& taken = known == of_key.end() ? all : known->second;
        seconds += runs * taken.seconds / taken.runs;
    }
    return seconds;
}

std::optional<double> Execution::seconds_left(const std::vector<PlannedRun>& missing,
                                              std::size_t from, double spent) const {
    const auto left =
        estimated_seconds(plan_, journal_.ended(),
                          {missing.begin() + static_cast<std::ptrdiff_t>(from), missing.end()});
    return left ? std::optional(std::max(*left - spent, 0.0)) : std::nullopt;
}

/// Empty if the run went well. Fills in what is to be known of it.
std::string Execution::failure_of(const ChildEnd& end, const std::filesystem::path& work,
                                  EndedRun& run) const {
    const auto output = work / "output.txt";
    switch (end.how) {
    case ChildEnd::How::killed:
        run.reason = telling_line(output);
        return fmt::format("was ended by signal {} ({})", end.number, ::strsignal(end.number));
    case ChildEnd::How::too_long:
        return fmt::format("took more than {:g} s (time_limit_s)", study_.time_limit_s);
    case ChildEnd::How::interrupted:
        return "was interrupted";
    case ChildEnd::How::exited:
        break;
    }
    if (end.number != 0) {
        run.reason = telling_line(output);
        return fmt::format("ended with status {}", end.number);
    }
    try {
        if (!rundir::RunDirectory::open(work / "run").has_call_graph()) {
            run.reason = complaint_in(output);
            return "has not completed its run directory";
        }
        run.results = results_of(study_.results, work, output);
    } catch (const rundir::Error&) {
        run.reason = complaint_in(output);
        return run.reason.empty()
                   ? "left no run directory: it measures nothing (no proxies, or not linked in)"
                   : "left no run directory";
    } catch (const NoResult& problem) {
        return problem.what();
    }
    return {};
}

/// Mistakes that only a run can show are to show at once.
void Execution::look(const Combination& combination, const std::filesystem::path& work,
                     const ExecutionWishes& wishes) {
    if (!has_looked_ && wishes.look) {
        wishes.look(combination, work / "run");
        has_looked_ = true;
    }
}

void Execution::warm_up(HeldSignals& signals, const ExecutionWishes& wishes) {
    const auto work = std::filesystem::absolute(directory_) / "warm-up";
    const RemovedLater removed{work};
    for (std::size_t i = 0; i < study_.warm_up && !signals.is_interrupted(); ++i) {
        const auto& combination = plan_.combinations.front();
        std::filesystem::remove_all(work);
        std::filesystem::create_directories(work);
        const auto recipe = recipes_.recipe(combination, 0, work);
        if (!recipe.script.empty()) {
            model::replace_file(work / "assembly.rc", recipe.script);
        }
        const auto end =
            Child(recipe.arguments, recipe.environment, work, work / "output.txt", signals)
                .wait(study_.time_limit_s, [] {});
        EndedRun ignored;
        if (failure_of(end, work, ignored).empty()) {
            look(combination, work, wishes);
        }
    }
}

/// False if it was interrupted, and so has not taken place.
bool Execution::run_one(const PlannedRun& planned, HeldSignals& signals, Standing& standing,
                        const ExecutionWishes& wishes) {
    const auto& combination = plan_.combinations[planned.combination];
    EndedRun run;
    run.begun.key = key_of(plan_, planned);
    run.begun.digest = recipes_.digest(combination, planned.repetition);
    run.begun.directory = fresh_directory().string();
    const auto work = std::filesystem::absolute(directory_ / run.begun.directory);
    const auto recipe = recipes_.recipe(combination, planned.repetition, work);
    if (!recipe.script.empty()) {
        model::replace_file(work / "assembly.rc", recipe.script);
    }
    ChildEnd end;
    {
        Child child(recipe.arguments, recipe.environment, work, work / "output.txt", signals);
        run.begun.process = child.identity();
        journal_.begin(run.begun);
        end = child.wait(study_.time_limit_s, [&] { wishes.show(standing); });
    }
    if (end.how == ChildEnd::How::interrupted) {
        std::error_code ignored;
        std::filesystem::remove_all(work, ignored);
        return false;
    }
    run.seconds = end.seconds;
    run.failure = failure_of(end, work, run);
    if (!run.failure.empty()) {
        run.last_lines = last_lines(work / "output.txt", lines_of_failed);
        wishes.say(fmt::format("{} ({}) {}", run.begun.directory, combination.text(study_),
                               text_of_failure(run)));
    }
    if (end.left_others) {
        wishes.say(fmt::format("{} ({}) left programs in the background, which were ended",
                               run.begun.directory, combination.text(study_)));
    }
    journal_.end(run);
    if (run.failure.empty()) {
        look(combination, work, wishes);
    }
    return true;
}

ExecutionOutcome Execution::run(const ExecutionWishes& wishes) {
    clear_left_over(wishes.say);
    const auto missing = runs_to_make(study_, plan_, directory_, journal_.ended(), wishes.retry);
    ExecutionOutcome outcome;
    Standing standing;
    standing.all = plan_.order.size();
    standing.done = plan_.order.size() - missing.size();
    HeldSignals signals;
    if (!missing.empty()) {
        standing.running = "warming up";
        wishes.show(standing);
        warm_up(signals, wishes);
    }
    for (std::size_t i = 0; i < missing.size(); ++i) {
        if (signals.is_interrupted()) {
            outcome.was_interrupted = true;
            break;
        }
        standing.running = plan_.combinations[missing[i].combination].text(study_);
        standing.seconds_left = seconds_left(missing, i, 0);
        wishes.show(standing);
        const auto before = journal_.ended().size();
        if (!run_one(missing[i], signals, standing, wishes)) {
            outcome.was_interrupted = true;
            break;
        }
        ++standing.done;
        standing.failed += journal_.ended()[before].failure.empty() ? 0 : 1;
        if (standing.failed >= study_.stop_after_failures && i + 1 < missing.size()) {
            outcome.was_stopped = true;
            break;
        }
    }
    outcome.was_interrupted = outcome.was_interrupted || signals.is_interrupted();
    outcome.failed_now = standing.failed;
    collect(outcome);
    return outcome;
}

void Execution::collect(ExecutionOutcome& outcome) const {
    const auto last = last_by_key(journal_.ended());
    std::set<std::string> planned_keys;
    for (const auto& planned : plan_.order) {
        const auto key = key_of(plan_, planned);
        planned_keys.insert(key);
        const auto known = last.find(key);
        if (known == last.end()) {
            ++outcome.missing;
            continue;
        }
        FinishedRun run{planned, as_wanted_now(study_, directory_, *known->second)};
        (run.ended.failure.empty() ? outcome.good : outcome.failed).push_back(std::move(run));
    }
    std::set<std::string> unplanned;
    for (const auto& run : journal_.ended()) {
        if (planned_keys.count(run.begun.key) == 0) {
            unplanned.insert(run.begun.key);
        }
    }
    outcome.unplanned = unplanned.size();
}

} // namespace proxima::study
