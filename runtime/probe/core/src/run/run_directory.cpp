// Makes, fills and moves the run directory.
#include "run/run.hpp"
#include "system/file.hpp"
#include "system/job_messages.hpp"

#include <cerrno>
#include <filesystem>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace proxima::detail {
namespace {

namespace fs = std::filesystem;

bool is_empty_directory(const fs::path& path) {
    std::error_code error;
    const fs::directory_iterator first(path, error);
    return !error && first == fs::directory_iterator();
}

// Makes a directory that must not exist.
int make_directory(const std::string& path) noexcept {
    return mkdir(path.c_str(), 0777) == 0 ? 0 : errno;
}

// Makes or takes an empty directory. Returns EEXIST if other files are there.
int take(const std::string& directory) {
    const int error = make_directory(directory);
    if (error != 0 && (error != EEXIST || !is_empty_directory(directory))) {
        return error;
    }
    return make_directory(directory + "/records"); // only one of several processes succeeds
}

// Makes the directory `path` with `records` in it, and its parents. Uses an existing directory if
// it is empty, else `path-2`, `path-3` and so on. Sets `made` to the absolute path.
int make_run_directory(const std::string& path, std::string& made) {
    std::error_code error;
    fs::path base = fs::absolute(path, error);
    if (!base.has_filename()) { // a slash at the end
        base = base.parent_path();
    }
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
        made = number == 1 ? base.string() : base.string() + "-" + std::to_string(number);
        const int failure = take(made);
        if (failure != EEXIST) {
            return failure;
        }
    }
    return EEXIST;
}

} // namespace

bool Run::make_run_directory(const std::string& wanted, std::string& made) {
    const int error = detail::make_run_directory(wanted, made);
    if (error == 0) {
        if (!configuration_.records) {
            rmdir((made + "/records").c_str());
        }
        return true;
    }
    fail("cannot make " + made + ": " + error_text(error) +
         "; nothing will be written, choose another with output=");
    return false;
}

// Makes a provisional directory if the process may be a rank of a job.
void Run::make_own_directory() {
    std::string wanted = configuration_.output;
    if (expects_ranks_) {
        wanted += ".pid-" + std::to_string(getpid());
    }
    if (!make_run_directory(wanted, directory_)) {
        directory_.clear();
    }
}

RecorderFiles Run::files_in(const std::string& directory, std::uint32_t number) const {
    return {directory + "/records", static_cast<std::uint32_t>(rank_), number};
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

int Run::move_to(const std::string& directory) {
    // Without a shared file system the directory is missing on other machines.
    const std::string records = directory + "/records";
    for (const std::string& path : {directory, records}) {
        const int error = configuration_.records || path == directory ? make_directory(path) : 0;
        if (error != 0 && error != EEXIST) {
            return error;
        }
    }
    for (const auto& recorder : recorders_) {
        const std::lock_guard lock(recorder->mutex());
        const int error = recorder->move_files(files_in(directory, recorder->number()));
        if (error != 0) {
            return error;
        }
    }
    unlink((directory_ + "/run.json").c_str());
    rmdir((directory_ + "/records").c_str());
    rmdir(directory_.c_str());
    directory_ = directory;
    return 0;
}

// Moves the run to its own directory, because the program never called MPI_Init.
void Run::leave_provisional_directory() {
    expects_ranks_ = false;
    speak_for_job(true);
    say_what_is_not_counted();
    say_first_failure();
    std::string made;
    if (directory_.empty() || !make_run_directory(configuration_.output, made)) {
        return;
    }
    if (const int error = move_to(made); error != 0) {
        fail("cannot move " + directory_ + " to " + made + ": " + error_text(error));
    }
}

} // namespace proxima::detail
