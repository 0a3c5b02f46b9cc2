#include "exchange/new_directory.hpp"

#include <proxima/base/error.hpp>

#include <cerrno>
#include <fcntl.h>
#include <random>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace proxima::exchange {
namespace {

namespace fs = std::filesystem;

// The path without a `/` at its end, so that names can be added to it.
fs::path without_slash(const fs::path& path) {
    return path.has_filename() ? path : path.parent_path();
}

[[noreturn]] void refuse(const fs::path& target, int error) {
    throw base::Error(target, "cannot be written: " + std::generic_category().message(error) +
                                  "; check the directory, its permissions and the space on its "
                                  "disk");
}

base::Directory parent_of(const fs::path& target) {
    return target.has_parent_path() ? base::Directory(target.parent_path()) : base::Directory();
}

bool is_same(const struct stat& one, const struct stat& other) {
    return one.st_dev == other.st_dev && one.st_ino == other.st_ino;
}

void remove_files(const base::Directory& directory) {
    std::error_code ignored;
    for (const auto& entry : fs::directory_iterator(directory.place(), ignored)) {
        fs::remove_all(entry.path(), ignored);
    }
}

} // namespace

NewDirectory::NewDirectory(const fs::path& target, base::Directory replaced)
    : replaced_(std::move(replaced)), parent_(parent_of(without_slash(target))),
      name_(without_slash(target).filename().string()) {
    struct stat existing{};
    if (::geteuid() != 0 &&
        ::fstatat(parent_.descriptor(), name_.c_str(), &existing, AT_SYMLINK_NOFOLLOW) == 0 &&
        existing.st_uid != ::geteuid()) {
        throw base::Error(target, "belongs to another user; remove it, or choose another name");
    }
    std::random_device random;
    int made = 0;
    do {
        beside_ = name_ + "." + std::to_string(random());
        made = ::mkdirat(parent_.descriptor(), beside_.c_str(), 0777); // as the umask has it
    } while (made != 0 && errno == EEXIST);
    if (made != 0) {
        refuse(target, errno);
    }
    made_ = parent_.inside(beside_);
    made_.require_own();
}

NewDirectory::~NewDirectory() {
    if (!beside_.empty()) {
        remove_files(made_);
        ::unlinkat(parent_.descriptor(), beside_.c_str(), AT_REMOVEDIR);
    }
}

void NewDirectory::commit() {
    const int parent = parent_.descriptor();
    const auto old = beside_ + ".old";
    const bool replaces = ::renameat(parent, name_.c_str(), parent, old.c_str()) == 0;
    if (!replaces && errno != ENOENT) {
        refuse(parent_.path() / name_, errno);
    }
    if (::renameat(parent, beside_.c_str(), parent, name_.c_str()) != 0) {
        const int error = errno;
        if (replaces) {
            ::renameat(parent, old.c_str(), parent, name_.c_str());
        }
        refuse(parent_.path() / name_, error);
    }
    beside_.clear();
    if (replaces) {
        remove_replaced(old);
    }
}

// Removes a directory only if it is the one that was checked: others who may write the parent could
// have put another one in its place, which they may not empty themselves.
void NewDirectory::remove_replaced(const std::string& name) const {
    const int parent = parent_.descriptor();
    struct stat moved{};
    struct stat checked{};
    if (::fstatat(parent, name.c_str(), &moved, AT_SYMLINK_NOFOLLOW) == 0 &&
        !S_ISDIR(moved.st_mode)) {
        ::unlinkat(parent, name.c_str(), 0);
    } else if (replaced_.descriptor() != AT_FDCWD &&
               ::fstatat(replaced_.descriptor(), "", &checked, AT_EMPTY_PATH) == 0 &&
               is_same(moved, checked)) {
        remove_files(replaced_);
        ::unlinkat(parent, name.c_str(), AT_REMOVEDIR);
    }
}

base::Directory check_target(const fs::path& target, bool force, const IsOurs& is_ours) {
    std::error_code error;
    const auto status = fs::status(target, error);
    if (status.type() == fs::file_type::not_found) {
        return {};
    }
    if (!fs::is_directory(status) && !fs::is_regular_file(status)) {
        throw base::Error(target, "is a device or a pipe; name a file, or redirect the output");
    }
    if (!force) {
        throw base::Error(target, "is there already; name another, or replace it with --force");
    }
    if (!fs::is_directory(status)) {
        return {};
    }
    base::Directory directory(target);
    for (const auto& entry : fs::directory_iterator(directory.place())) {
        const auto name = entry.path().filename().string();
        if (!is_ours(name)) {
            throw base::Error(target, "holds " + name +
                                          ", which is of no such conversion, so --force does not "
                                          "replace it; name another directory");
        }
    }
    return directory;
}

} // namespace proxima::exchange
