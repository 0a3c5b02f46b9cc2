#include "costs.hpp"

#include <proxima/base/error.hpp>
#include <proxima/base/file.hpp>
#include <proxima/rundir/run_info.hpp>
#include <proxima/study/results.hpp>
#include <proxima/study/runs.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <fstream>
#include <optional>
#include <poll.h>
#include <set>
#include <spawn.h>
#include <sys/file.h>
#include <sys/wait.h>
#include <system_error>
#include <unistd.h>

extern "C" { // missing in the header of glibc 2.36
#include <sys/pidfd.h>
}

namespace proxima::study {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_failures_in_a_row = 5;
constexpr const char* output_name = "output.txt";
constexpr const char* scratch_prefix = "running-";

[[noreturn]] void fail_with_errno(const fs::path& what, const std::string& problem) {
    throw base::Error(what, problem + ": " + std::generic_category().message(errno));
}

// Runs a shell command in its own process group, with its output in a file.
class Child {
public:
    Child(const std::string& line, const fs::path& directory) {
        std::signal(SIGCHLD, SIG_DFL); // else, if the caller ignored it, there would be no status
        posix_spawn_file_actions_t files;
        posix_spawn_file_actions_init(&files);
        posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
        posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, (directory / output_name).c_str(),
                                         O_WRONLY | O_CREAT | O_TRUNC | O_APPEND, 0666);
        posix_spawn_file_actions_adddup2(&files, STDOUT_FILENO, STDERR_FILENO);
        posix_spawn_file_actions_addchdir_np(&files, directory.c_str());
        posix_spawnattr_t attributes;
        posix_spawnattr_init(&attributes);
        sigset_t standard;
        sigemptyset(&standard);
        sigaddset(&standard, SIGPIPE);
        posix_spawnattr_setsigdefault(&attributes, &standard);
        posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF);
        std::string words[] = {"sh", "-c", line};
        char* arguments[] = {words[0].data(), words[1].data(), words[2].data(), nullptr};
        errno = ::posix_spawn(&pid_, "/bin/sh", &files, &attributes, arguments, environ);
        posix_spawnattr_destroy(&attributes);
        posix_spawn_file_actions_destroy(&files);
        if (errno != 0) {
            fail_with_errno(directory, "no run can be started here");
        }
    }
    Child(const Child&) = delete;
    Child& operator=(const Child&) = delete;
    ~Child() { ::kill(-pid_, SIGKILL); } // ends programs left in the background

    // The status as waitpid() gives it. Ends the group once `stop` is set.
    int wait(const std::atomic<bool>& stop, const std::function<void()>& meanwhile) const {
        constexpr int poll_ms = 500;
        pollfd ended{::pidfd_open(pid_, 0), POLLIN, 0};
        if (ended.fd < 0) {
            fail_with_errno("pidfd_open", "runs cannot be waited for; Linux 5.3 can");
        }
        while (::poll(&ended, 1, poll_ms) <= 0) {
            if (stop) {
                ::kill(-pid_, SIGTERM);
            }
            meanwhile();
        }
        ::close(ended.fd);
        int status = 0;
        ::waitpid(pid_, &status, 0);
        return status;
    }

private:
    pid_t pid_ = 0;
};

// Describes a failure; empty for success. A shell turns signal N of its program into status 128 +
// N.
std::string failure_of(int status) {
    constexpr int signal_offset = 128;
    const int number = WIFSIGNALED(status) ? WTERMSIG(status) + signal_offset : WEXITSTATUS(status);
    return number == 0 ? ""
           : number > signal_offset
               ? fmt::format("was ended by signal {} ({})", number - signal_offset,
                             ::strsignal(number - signal_offset))
               : fmt::format("ended with status {}", number);
}

// The first line that calls itself an error, since launchers add theirs; else the last that has a
// letter.
std::string telling_line(const fs::path& file) {
    constexpr std::size_t longest = 500;
    std::ifstream stream(file, std::ios::binary);
    std::string last;
    for (std::string line; std::getline(stream, line);) {
        const auto is_letter = [](unsigned char c) { return std::isalpha(c) != 0 || c >= 0x80; };
        if (std::any_of(line.begin(), line.end(), is_letter)) {
            std::replace_if(
                line.begin(), line.end(), [](unsigned char c) { return c < 0x20; }, ' ');
            last = line.substr(line.find_first_not_of(' '), longest);
            if (last.find("error:") != std::string::npos) {
                break;
            }
        }
    }
    return last;
}

std::string with_reason(const std::string& failure, const fs::path& work) {
    const auto reason = telling_line(work / output_name);
    return failure + (reason.empty() ? "" : ": " + reason);
}

// Names the directory of a run: `size=4,solver=fast-DIGEST`.
std::string name_of(const Plan& plan, const Combination& combination, const Recipe& recipe) {
    const auto name = file_name_of(varied(plan, combination));
    return name + (name.empty() ? "" : "-") + recipe.digest;
}

// Directories in `runs/`, by the digests in their names.
std::map<std::string, std::string> directories_by_digest(const fs::path& directory) {
    std::map<std::string, std::string> found;
    std::error_code ignored;
    for (const auto& entry : fs::directory_iterator(directory / "runs", ignored)) {
        if (entry.is_symlink(ignored)) {
            continue; // a run of another study, or no run at all
        }
        const auto name = entry.path().filename().string();
        found[name.substr(name.rfind('-') + 1)] = "runs/" + name;
    }
    return found;
}

// A finished run; nothing if it lacks results that the study wants.
std::optional<FinishedRun> finished_run(const Study& study, const fs::path& directory,
                                        const PlannedRun& planned, const std::string& name) {
    try {
        FinishedRun run{planned, name, results_of(study.results, directory / name, output_name), 0};
        const auto info = rundir::load_run_info(directory / run.measured() / "run.json");
        run.seconds = info.duration_us / 1e6;
        return run;
    } catch (const base::Error&) {
        return std::nullopt;
    }
}

// Describes what the study wants and the run in `work` lacks; empty if it lacks nothing.
std::string what_is_missing(const Study& study, const fs::path& work) {
    try {
        if (!rundir::load_run_info(work / "run" / "run.json").complete) {
            return with_reason("has not completed its run directory", work);
        }
    } catch (const base::Error&) {
        return with_reason("measured nothing (are its proxies linked in?)", work);
    }
    try {
        results_of(study.results, work, output_name);
        return {};
    } catch (const base::Error& error) {
        return error.problem();
    }
}

void make_directory(const fs::path& directory) {
    std::error_code error;
    fs::create_directories(directory, error);
    if (error) {
        throw base::Error(directory, "cannot be made: " + error.message());
    }
}

// The working directory of a run, which exists; removed afterwards unless it was moved.
class Scratch {
public:
    explicit Scratch(fs::path path) : path_(std::move(path)) {}
    Scratch(const Scratch&) = delete;
    Scratch& operator=(const Scratch&) = delete;
    ~Scratch() {
        std::error_code ignored;
        fs::remove_all(path_, ignored);
    }

    const fs::path& path() const { return path_; }

    void move_to(const fs::path& place) const {
        std::error_code error;
        make_directory(place.parent_path());
        fs::remove_all(place, error);
        fs::rename(path_, place, error);
        if (error) {
            throw base::Error(place, "cannot be written: " + error.message());
        }
    }

private:
    fs::path path_;
};

// Combinations that together have every value of every factor, two hundred at most.
std::vector<Combination> covering(const Plan& plan) {
    constexpr std::size_t most = 200;
    std::vector<Combination> chosen;
    std::set<std::pair<std::string, std::string>> seen;
    for (const auto& combination : plan.combinations) {
        const auto before = seen.size();
        seen.insert(combination.begin(), combination.end());
        if ((seen.size() > before || chosen.empty()) && chosen.size() < most) {
            chosen.push_back(combination);
        }
    }
    return chosen;
}

// Waits a second for the processes that were just ended.
bool lock(int descriptor) {
    constexpr useconds_t pause_us = 50'000;
    for (int tries = 20; ::flock(descriptor, LOCK_EX | LOCK_NB) != 0; --tries) {
        if (tries == 0) {
            return false;
        }
        ::usleep(pause_us);
    }
    return true;
}

} // namespace

void check_directory(const fs::path& directory) {
    std::error_code error;
    if (fs::exists(directory, error) && !fs::exists(directory / "runs", error) &&
        !fs::is_empty(directory, error)) {
        throw base::Error(directory, "exists and is not a study; name another directory with -o");
    }
}

void make_own_directory(const fs::path& study, const fs::path& name) {
    fs::path made = study;
    for (const auto& part : name) {
        made /= part;
        std::error_code ignored;
        if (fs::is_symlink(made, ignored)) {
            throw base::Error(made, "is a symbolic link; remove it, a study writes only into its "
                                    "own directories");
        }
        make_directory(made);
    }
}

StudyDirectory::StudyDirectory(const fs::path& path) {
    check_directory(path);
    directory_ = base::Directory::make(path).require_own();
    path_ = directory_.place();
    check_directory(path_);
    make_own_directory(path_, "runs");
    // Leaves out O_CLOEXEC, so that a run that outlives its study holds the lock.
    descriptor_ = ::open(path_.c_str(), O_RDONLY | O_DIRECTORY);
    if (descriptor_ < 0 || !lock(descriptor_)) {
        ::close(descriptor_);
        throw base::Error(path, "is in use by another `proxima study`, or by a program that one "
                                "of its runs has left (`fuser -v` names it); wait for its end, or "
                                "end it");
    }
    for (const auto& entry : fs::directory_iterator(path_)) {
        if (entry.path().filename().string().rfind(scratch_prefix, 0) == 0) {
            std::error_code ignored;
            fs::remove_all(entry.path(), ignored);
        }
    }
}

StudyDirectory::~StudyDirectory() {
    ::close(descriptor_);
}

Runs finished_runs(const Study& study, const Plan& plan, const RecipeBook& recipes,
                   const fs::path& directory) {
    const auto there = directories_by_digest(directory);
    Runs runs;
    std::size_t known = 0;
    for (const auto& planned : plan.order) {
        const auto& combination = plan.combinations[planned.combination];
        const auto found = there.find(recipes.recipe(combination, planned.repetition).digest);
        known += found == there.end() ? 0 : 1;
        auto run = found == there.end() ? std::nullopt
                                        : finished_run(study, directory, planned, found->second);
        run ? runs.finished.push_back(std::move(*run)) : runs.missing.push_back(planned);
    }
    runs.others = there.size() - known;
    Costs costs(study, plan, directory);
    runs.spared = std::erase_if(runs.missing, [&](const PlannedRun& planned) {
        return !costs.may_decide(planned, runs.finished);
    });
    return runs;
}

void make_missing(const Study& study, const Plan& plan, const RecipeBook& recipes,
                  const StudyDirectory& directory, const RunWishes& wishes, Runs& runs) {
    const auto scratch_path = directory.path() / (scratch_prefix + std::to_string(::getpid()));
    std::vector<PlannedRun> still_missing;
    Costs costs(study, plan, directory.path());
    std::size_t failures_in_a_row = 0;
    for (std::size_t i = 0; i < runs.missing.size(); ++i) {
        const auto planned = runs.missing[i];
        if (wishes.stop || failures_in_a_row == most_failures_in_a_row) {
            still_missing.push_back(planned);
            continue;
        }
        if (!costs.may_decide(planned, runs.finished)) {
            ++runs.spared;
            continue;
        }
        const auto& combination = plan.combinations[planned.combination];
        const auto recipe = recipes.recipe(combination, planned.repetition);
        const auto name = name_of(plan, combination, recipe);
        fs::remove_all(scratch_path);
        make_directory(scratch_path);
        const Scratch scratch(scratch_path);
        recipe.write_to(scratch.path());
        wishes.show(planned, i);
        const int status = Child(recipe.launcher, scratch.path()).wait(wishes.stop, [&] {
            wishes.show(planned, i);
        });
        if (wishes.stop) {
            still_missing.push_back(planned);
            continue;
        }
        auto failure = failure_of(status);
        failure = failure.empty() ? what_is_missing(study, scratch.path())
                                  : with_reason(failure, scratch.path());
        if (failure.empty()) {
            scratch.move_to(directory.path() / "runs" / name);
            runs.finished.push_back(
                *finished_run(study, directory.path(), planned, "runs/" + name));
            failures_in_a_row = 0;
            continue;
        }
        scratch.move_to(directory.path() / "failed" / name);
        runs.failed.push_back({planned, "failed/" + name, failure});
        wishes.failed(runs.failed.back());
        still_missing.push_back(planned);
        ++failures_in_a_row;
    }
    runs.missing = std::move(still_missing);
}

std::vector<std::string> problems_of_assemblies(const Study& study, const Plan& plan,
                                                const RecipeBook& recipes,
                                                const std::atomic<bool>& stop) {
    std::vector<std::string> problems;
    if (!study.is_assembly()) {
        return problems;
    }
    std::string name = (fs::temp_directory_path() / "proxima-study-XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr) {
        fail_with_errno(name, "cannot be made");
    }
    const Scratch scratch(name);
    std::set<std::string> known;
    for (const auto& combination : covering(plan)) {
        recipes.recipe(combination, 0).write_to(scratch.path());
        const int status = Child("./run.sh --check", scratch.path()).wait(stop, [] {});
        const auto failure = failure_of(status);
        if (!failure.empty() && !stop) {
            const auto reason = telling_line(scratch.path() / output_name);
            if (known.insert(reason).second) {
                problems.push_back(study.file.string() + ": error: the assembly with " +
                                   text_of(varied(plan, combination)) +
                                   " cannot be run: " + (reason.empty() ? failure : reason));
            }
        }
    }
    return problems;
}

} // namespace proxima::study
