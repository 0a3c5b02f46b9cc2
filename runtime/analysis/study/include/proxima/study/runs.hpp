// Finds the finished runs of a study and makes the missing ones.
//
//     const auto study = study::read_study("study.json");
//     const auto plan = study::plan_of(study);
//     const study::RecipeBook recipes(study, plan, {"/usr/bin/proxima", {}});
//     const study::StudyDirectory directory("validation.study");
//     auto runs = study::finished_runs(study, plan, recipes, directory.path());
//     const std::atomic<bool> stop{false};
//     study::make_missing(study, plan, recipes, directory,
//                         {stop, [](const auto&, auto) {},
//                          [](const auto& run) { std::puts(run.failure.c_str()); }},
//                         runs);
//
// A run works in a directory of its own. That of a successful run is `runs/NAME-DIGEST`; it is
// there as a whole or not at all. That of a failed run is kept in `failed/`.
//
// Errors: functions throw base::Error.
#pragma once

#include <proxima/base/directory.hpp>
#include <proxima/study/plan.hpp>
#include <proxima/study/recipe.hpp>

#include <atomic>
#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace proxima::study {

/// A successful run.
struct FinishedRun {
    PlannedRun planned;
    std::string directory; ///< relative to the directory of the study
    std::map<std::string, double> results;
    double seconds = 0;

    /// Run directory of the measurement, in the directory of the study.
    std::string measured() const { return directory + "/run"; }
};

struct FailedRun {
    PlannedRun planned;
    std::string directory;
    std::string failure; ///< `ended with status 3: the solver has diverged`
};

struct Runs {
    std::vector<FinishedRun> finished;
    std::vector<PlannedRun> missing; ///< ordered by the plan
    std::vector<FailedRun> failed;   ///< failed now; also among the missing
    std::size_t others = 0;          ///< runs in the directory that the study no longer has
    std::size_t spared = 0;          ///< repetitions of combinations that are behind
};

/// Makes a directory in that of a study. Throws base::Error if a symbolic link is in its place.
void make_own_directory(const std::filesystem::path& study, const std::filesystem::path& name);

/// The directory of a study, opened once and locked: one process at a time works in it.
class StudyDirectory {
public:
    /// Creates the directory if necessary. Throws base::Error if it holds something else, or if
    /// another process works in it.
    explicit StudyDirectory(const std::filesystem::path& path);
    StudyDirectory(const StudyDirectory&) = delete;
    StudyDirectory& operator=(const StudyDirectory&) = delete;
    ~StudyDirectory();

    /// Leads to this directory as long as the object lives (see base::Directory).
    const std::filesystem::path& path() const { return path_; }

private:
    base::Directory directory_;
    std::filesystem::path path_;
    int descriptor_ = -1;
};

/// Throws base::Error if `directory` exists and is not that of a study.
void check_directory(const std::filesystem::path& directory);

/// The finished, failed and missing runs in `directory`.
Runs finished_runs(const Study& study, const Plan& plan, const RecipeBook& recipes,
                   const std::filesystem::path& directory);

struct RunWishes {
    const std::atomic<bool>& stop; ///< ends the current run
    /// Called twice a second: the missing run that is being made, and its number from 0.
    std::function<void(const PlannedRun&, std::size_t)> show;
    std::function<void(const FailedRun&)> failed;
};

/// Makes the missing runs one after another, since they would disturb each other; stops after five
/// failures in a row. Throws base::Error if nothing can be written or started.
void make_missing(const Study& study, const Plan& plan, const RecipeBook& recipes,
                  const StudyDirectory& directory, const RunWishes& wishes, Runs& runs);

/// Calls `proxima run --check` with assemblies that together have every value of every factor.
/// Returns a line for each assembly that cannot be run.
std::vector<std::string> problems_of_assemblies(const Study& study, const Plan& plan,
                                                const RecipeBook& recipes,
                                                const std::atomic<bool>& stop);

} // namespace proxima::study
