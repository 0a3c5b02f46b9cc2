// Runs what is missing of a study.
#pragma once

#include "child.hpp"
#include "journal.hpp"
#include "study/description/study.hpp"
#include "study/plan/plan.hpp"
#include "study/plan/recipe.hpp"

#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace proxima::study {

/// How far a study is.
struct Standing {
    std::size_t done = 0; ///< runs, failed ones included
    std::size_t failed = 0;
    std::size_t all = 0;
    std::string running; ///< what is being run
    std::optional<double> seconds_left;
};

struct ExecutionWishes {
    bool retry = false; ///< run again what has failed
    /// Told once of a run that went well, the first, even if it does not count. May throw.
    std::function<void(const Combination&, const std::filesystem::path&)> look;
    std::function<void(const Standing&)> show;
    std::function<void(const std::string&)> say; ///< one line
};

/// A run that counts.
struct FinishedRun {
    PlannedRun planned;
    EndedRun ended;
};

struct ExecutionOutcome {
    std::vector<FinishedRun> good;
    std::vector<FinishedRun> failed;
    std::size_t missing = 0;    ///< not run yet
    std::size_t failed_now = 0; ///< of those that were made this time
    std::size_t unplanned = 0;  ///< in the directory, no longer in the study
    bool was_interrupted = false;
    bool was_stopped = false; ///< after too many failures
};

/// What identifies a run of a study in its journal.
std::string key_of(const Plan& plan, const PlannedRun& run);

/// The last of the runs with each key.
std::map<std::string, const EndedRun*> last_by_key(const std::vector<EndedRun>& ended);

/// Planned runs that have not ended, in their order; with `retry` also those that have failed, or
/// do not have the results that the study wants now.
std::vector<PlannedRun> runs_to_make(const Study& study, const Plan& plan,
                                     const std::filesystem::path& directory,
                                     const std::vector<EndedRun>& ended, bool retry);

/// Throws model::Error if runs that have ended in `directory` would be made in another way now.
void check_same_way(const Study& study, const Plan& plan, const RecipeBook& recipes,
                    const std::filesystem::path& directory, const std::vector<EndedRun>& ended);

class Execution {
public:
    /// Opens the directory of the study. Throws model::Error, also if the runs there were made in
    /// another way.
    Execution(const Study& study, const Plan& plan, const RecipeBook& recipes,
              std::filesystem::path directory);

    /// Runs what has not been run yet. Throws model::Error if a program cannot be started, or
    /// nothing can be written.
    ExecutionOutcome run(const ExecutionWishes& wishes);

    const std::filesystem::path& directory() const { return directory_; }

private:
    void clear_left_over(const std::function<void(const std::string&)>& say);
    void warm_up(HeldSignals& signals, const ExecutionWishes& wishes);
    void look(const Combination& combination, const std::filesystem::path& work,
              const ExecutionWishes& wishes);
    bool run_one(const PlannedRun& run, HeldSignals& signals, Standing& standing,
                 const ExecutionWishes& wishes);
    void collect(ExecutionOutcome& outcome) const;
    std::filesystem::path fresh_directory();
    std::string failure_of(const ChildEnd& end, const std::filesystem::path& work,
                           EndedRun& run) const;
    std::optional<double> seconds_left(const std::vector<PlannedRun>& missing, std::size_t from,
                                       double spent) const;

    const Study& study_;
    const Plan& plan_;
    const RecipeBook& recipes_;
    std::filesystem::path directory_;
    Journal journal_;
    bool has_looked_ = false;
};

/// Seconds that `missing` takes by the runs that have ended; unset if there are none.
std::optional<double> estimated_seconds(const Plan& plan, const std::vector<EndedRun>& ended,
                                        const std::vector<PlannedRun>& missing);

} // namespace proxima::study
