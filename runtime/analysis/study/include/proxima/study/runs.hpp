// The runs of a study: finds the finished ones and makes the missing ones.
//
// A run works in a directory of its own. That of a run that went well is `runs/NAME-DIGEST`; it is
// there as a whole or not at all. That of a failed one is kept in `failed/`.
#pragma once

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
    std::string directory; ///< in that of the study
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
    std::vector<PlannedRun> missing; ///< in the order of the plan
    std::vector<FailedRun> failed;   ///< in this session; they are missing, too
    std::size_t others = 0;          ///< in the directory, but not of the study as it is now
};

/// A directory that one process at a time works in.
class StudyDirectory {
public:
    /// Makes it if need be. Throws base::Error if it holds something else, or if another study, or
    /// a program that an earlier one has left, is at work in it.
    explicit StudyDirectory(std::filesystem::path path);
    StudyDirectory(const StudyDirectory&) = delete;
    StudyDirectory& operator=(const StudyDirectory&) = delete;
    ~StudyDirectory();

    const std::filesystem::path& path() const { return path_; }

private:
    std::filesystem::path path_;
    int descriptor_ = -1;
};

/// Throws base::Error if there is something in the way that is no study.
void check_directory(const std::filesystem::path& directory);

/// The finished, failed and missing runs in `directory`.
Runs finished_runs(const Study& study, const Plan& plan, const RecipeBook& recipes,
                   const std::filesystem::path& directory);

struct RunWishes {
    const std::atomic<bool>& stop; ///< ends what is running
    /// Called twice a second: the missing run that is being made, and its number from 0.
    std::function<void(const PlannedRun&, std::size_t)> show;
    std::function<void(const FailedRun&)> failed;
};

/// Makes the missing runs one after another, since they would disturb each other; stops after five
/// failures in a row. Throws base::Error if nothing can be written or started.
void make_missing(const Study& study, const Plan& plan, const RecipeBook& recipes,
                  const StudyDirectory& directory, const RunWishes& wishes, Runs& runs);

/// Asks `proxima run --check` of assemblies that together have every value of every factor. A line
/// for each that cannot be run.
std::vector<std::string> problems_of_assemblies(const Study& study, const Plan& plan,
                                                const RecipeBook& recipes,
                                                const std::atomic<bool>& stop);

} // namespace proxima::study
