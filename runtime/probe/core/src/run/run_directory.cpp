// Makes and fills the run directory.
#include "run/run.hpp"
#include "system/file.hpp"
#include "system/launcher.hpp"

#include <cerrno>
#include <dirent.h>
#include <fcntl.h>
#include <filesystem>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace proxima::detail {
namespace {

namespace fs = std::filesystem;

// Makes a directory that must not exist.
int make_directory(const std::string& path) noexcept {
    return mkdir(path.c_str(), 0777) == 0 ? 0 : errno;
}

bool is_empty_directory(const std::string& path) noexcept {
    const int descriptor = open_file(path + "/.", O_RDONLY | O_DIRECTORY);
    DIR* const entries = descriptor >= 0 ? fdopendir(descriptor) : nullptr;
    if (entries == nullptr) {
        close(descriptor);
        return false;
    }
    constexpr int itself_and_parent = 2;
    int count = 0;
    while (count <= itself_and_parent && readdir(entries) != nullptr) {
        ++count;
    }
    closedir(entries);
    return count == itself_and_parent;
}

// Makes or opens a directory. From here on, its name may lead elsewhere: all files are those in the
// directory that was opened. Others could exchange what is in a directory of theirs. Returns EEXIST
// if the directory exists and is this user's.
int hold(const std::string& directory) {
    const int error = make_directory(directory);
    if (error != 0 && error != EEXIST) {
        return error;
    }
    hold_directory(directory);
    if (error == 0) { // who may write its parent can have put another one there since
        return holds_foreign_directory() ? foreign_directory : 0;
    }
    return !holds_own_directory() && is_empty_directory(directory) ? foreign_directory : EEXIST;
}

// Makes or takes an empty directory. Returns EEXIST if other files are there.
int take(const std::string& directory) {
    const int error = hold(directory);
    if (error != 0 && error != EEXIST) {
        return error;
    }
    // Only one of several processes succeeds.
    return is_empty_directory(directory) ? make_directory_in_run(directory + "/records") : EEXIST;
}

// Returns a descriptor of a directory that is this user's; -1 if it is none.
int open_own_directory(const std::string& path) noexcept {
    struct stat status{};
    const int directory = open_file(path, O_PATH | O_DIRECTORY);
    if (directory >= 0 && (fstat(directory, &status) != 0 || status.st_uid != geteuid())) {
        close(directory);
        return -1;
    }
    return directory;
}

// True if this user's ranks of the job have taken the directory.
bool belongs_to(const std::string& path, const std::string& job) {
    const int directory = open_own_directory(path);
    if (directory < 0) {
        return false;
    }
    const bool is_of_job = target_of_link(job_link + 1, directory) == job;
    close(directory);
    return is_of_job;
}

int name_job(const std::string& job, const std::string& directory) {
    return link_file(job, directory + job_link) == 0 ? 0 : errno;
}

// Makes or takes an empty directory, or shares the one that another rank of the job has taken.
int take_for(const std::string& job, const std::string& directory, bool& is_new) {
    is_new = false;
    const int error = hold(directory);
    if (error != 0 && error != EEXIST) {
        return error;
    }
    const std::string link = directory + job_link;
    const auto is_of_job = [&] { return holds_own_directory() && target_of_link(link) == job; };
    if (!is_of_job() && is_empty_directory(directory)) {
        is_new = name_job(job, directory) == 0;
    }
    if (!is_new && !is_of_job()) {
        return EEXIST;
    }
    const int of_records = is_new ? make_directory_in_run(directory + "/records") : 0;
    return of_records == EEXIST ? 0 : of_records; // another rank may have been faster
}

// Returns the absolute path, without a slash at the end.
fs::path absolute(const std::string& path, std::error_code& error) {
    const fs::path base = fs::absolute(path, error);
    return base.has_filename() ? base : base.parent_path();
}

// `path`, `path-2`, `path-3` and so on.
std::string numbered(const fs::path& path, int number) {
    return path.string() + (number == 1 ? "" : "-" + std::to_string(number));
}

// Takes the directory `path`, and makes its parents. If others use it, takes `path-2`, `path-3` and
// so on. Sets `made` to the absolute path.
template <class Take>
int make_run_directory(const std::string& path, std::string& made, Take take) {
    std::error_code error;
    const fs::path base = absolute(path, error);
    made = base;
    if (error || !base.has_filename() || base.filename() == "." || base.filename() == "..") {
        return EINVAL;
    }
    fs::create_directories(base.parent_path(), error);
    if (error) {
        return error.value();
    }
    constexpr int most = 1'000'000;
    for (int number = 1; number < most; ++number) {
        made = numbered(base, number);
        const int failure = take(made);
        if (failure != EEXIST) {
            return failure;
        }
    }
    return EEXIST;
}

} // namespace

// Makes the run directory, or joins that of the job. A rank that knows no name of its job has a
// directory of its own: trying all names would take as many attempts as there are ranks.
void Run::make_directory(bool share) {
    const JobPlace place = is_child_ ? JobPlace() : job_place();
    const bool is_of_job = share && expects_ranks_ && job_name_ != nullptr;
    const std::string job = is_of_job ? job_name_() : std::string();
    std::string wanted = configuration_.output;
    bool is_new = true;
    std::string made;
    int error = 0;
    if (!job.empty() && place.ranks > 1) {
        rank_ = place.rank;
        ranks_ = place.ranks; // others may be writing: only they all can complete the run
        error = make_run_directory(wanted, made, [&](const std::string& directory) {
            return take_for(job, directory, is_new);
        });
    } else {
        wanted += place.rank == 0 ? "" : ".rank-" + std::to_string(place.rank);
        error = make_run_directory(wanted, made, [&](const std::string& directory) {
            const int failure = take(directory);
            return failure != 0 || job.empty() ? failure : name_job(job, directory);
        });
    }
    if (error != 0) {
        hold_directory({});
        fail("cannot make " + made + ": " + error_text(error) +
             "; nothing will be written, choose another with output=");
        return;
    }
    if (!configuration_.records) {
        remove_directory_in_run(made + "/records");
    }
    use_directory(made);
    if (is_new) {
        write("run.json", run_json(summary(), false));
    }
    if (is_new && is_spawned_) {
        link_from_parent();
    }
}

// Links the run from that of the job which has spawned this one, as `spawned/NAME`. Its report
// lists the links, so that a failure loses only that.
void Run::link_from_parent() const {
    const int parent = open_own_directory(parent_directory_);
    if (parent < 0) {
        return;
    }
    mkdirat(parent, "spawned", 0777);
    const std::string link = "spawned/" + fs::path(directory_).filename().string();
    [[maybe_unused]] const int outcome = symlinkat(directory_.c_str(), parent, link.c_str());
    close(parent);
}

void Run::find_parent_run(const std::string& job) {
    const std::lock_guard lock(mutex_);
    std::error_code error;
    const fs::path base = absolute(configuration_.output, error);
    for (int number = 1; !is_spawned_ && fs::is_directory(numbered(base, number), error);
         ++number) {
        if (belongs_to(numbered(base, number), job)) {
            parent_directory_ = numbered(base, number);
            is_spawned_ = true;
        }
    }
}

void Run::use_directory(const std::string& directory) {
    directory_ = directory;
    configuration_.limit != 0 ? budget_.emplace(configuration_.limit) : budget_.emplace(directory);
}

bool Run::write(const std::string& name, const std::string& text) {
    const std::string path = directory_ + "/" + name;
    const int error = replace_file(path, text);
    if (error != 0) {
        fail("cannot write " + path + ": " + error_text(error));
    }
    return error == 0;
}

bool Run::write_file(const std::string& name, const std::string& text) {
    const std::lock_guard lock(mutex_);
    return !directory_.empty() && write(name, text);
}

} // namespace proxima::detail
