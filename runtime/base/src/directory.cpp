#include "held_names.hpp"

#include <proxima/base/directory.hpp>
#include <proxima/base/error.hpp>

#include <cerrno>
#include <fcntl.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace proxima::base {

Directory::Directory(std::filesystem::path path, int opened) : path_(std::move(path)) {
    if (opened < 0) {
        const int error = errno;
        throw Error(path_,
                    error == ENOTDIR || error == ELOOP
                        ? "is no directory, or a symbolic link to one; put a copy in its place"
                        : "cannot be opened: " + std::generic_category().message(error));
    }
    descriptor_ = {new Descriptor(opened), [](const Descriptor* held) {
                       forget_name(held->get());
                       delete held;
                   }};
    hold_name(opened, path_);
}

Directory::Directory(const std::filesystem::path& path)
    : Directory(shown(path), ::open(path.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC)) {
}

Directory Directory::make(const std::filesystem::path& path) {
    std::error_code error;
    const bool is_new = std::filesystem::create_directories(path, error);
    if (error) {
        throw Error(path, "cannot be made: " + error.message() + "; name another directory");
    }
    // Who may write the parent can have put a link in the place of a new directory since.
    return is_new ? Directory().inside(path.string()) : Directory(path);
}

Directory Directory::inside(const std::string& name) const {
    return {path_ / name,
            ::openat(descriptor(), name.c_str(), O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)};
}

const Directory& Directory::require_own() const {
    struct stat facts{};
    if (::fstatat(descriptor(), "", &facts, AT_EMPTY_PATH) != 0 || facts.st_uid != ::geteuid()) {
        throw Error(path_, "belongs to another user; copy it, or name a directory of yours");
    }
    return *this;
}

void Directory::remove(const std::string& name) const noexcept {
    ::unlinkat(descriptor(), name.c_str(), 0);
}

std::filesystem::path Directory::place() const {
    if (!descriptor_) {
        return ".";
    }
    if (::access("/proc/self/fd", X_OK) != 0) {
        throw Error(path_, "cannot be kept open: /proc is not there; mount it");
    }
    return place_of(descriptor());
}

int Directory::descriptor() const noexcept {
    return descriptor_ ? descriptor_->get() : AT_FDCWD;
}

} // namespace proxima::base
