#include "exchange/new_directory.hpp"

#include <proxima/base/error.hpp>

#include <cerrno>
#include <random>
#include <sys/stat.h>
#include <system_error>

namespace proxima::exchange {
namespace {

namespace fs = std::filesystem;

// The path without a `/` at its end, so that names can be added to it.
fs::path without_slash(const fs::path& path) {
    return path.has_filename() ? path : path.parent_path();
}

[[noreturn]] void refuse(const fs::path& target, const std::error_code& error) {
    throw base::Error(target, "cannot be written: " + error.message() +
                                  "; check the directory, its permissions and the space on its "
                                  "disk");
}

} // namespace

NewDirectory::NewDirectory(const fs::path& target) : target_(without_slash(target)) {
    std::random_device random;
    int made = 0;
    do {
        beside_ = target_.string() + "." + std::to_string(random());
        made = ::mkdir(beside_.c_str(), 0777); // as the umask has it
    } while (made != 0 && errno == EEXIST);
    if (made != 0) {
        beside_.clear();
        refuse(target, {errno, std::generic_category()});
    }
}

NewDirectory::~NewDirectory() {
    std::error_code ignored;
    if (!beside_.empty()) {
        fs::remove_all(beside_, ignored);
    }
}

void NewDirectory::commit() {
    std::error_code error;
    const auto old = beside_.string() + ".old";
    const bool replaces = fs::exists(target_);
    if (replaces) {
        fs::rename(target_, old, error);
    }
    if (!error) {
        fs::rename(beside_, target_, error);
    }
    if (error) {
        std::error_code ignored;
        if (replaces && !fs::exists(target_)) {
            fs::rename(old, target_, ignored);
        }
        refuse(target_, error);
    }
    beside_.clear();
    if (replaces) {
        fs::remove_all(old, error);
    }
}

void check_target(const fs::path& target, bool force,
                  const std::function<bool(const std::string&)>& is_ours) {
    std::error_code error;
    const auto status = fs::status(target, error);
    if (status.type() == fs::file_type::not_found) {
        return;
    }
    if (!fs::is_directory(status) && !fs::is_regular_file(status)) {
        throw base::Error(target, "is a device or a pipe; name a file, or redirect the output");
    }
    if (!force) {
        throw base::Error(target, "is there already; name another, or replace it with --force");
    }
    if (!fs::is_directory(status)) {
        return;
    }
    for (const auto& entry : fs::directory_iterator(target)) {
        const auto name = entry.path().filename().string();
        if (!is_ours(name)) {
            throw base::Error(target, "holds " + name +
                                          ", which is of no such conversion, so --force does not "
                                          "replace it; name another directory");
        }
    }
}

} // namespace proxima::exchange
