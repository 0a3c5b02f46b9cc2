#include "system/file.hpp"

#include "system/disk_budget.hpp"

#include <proxima/detail/guards.hpp>

#include <climits>

#include <array>
#include <cerrno>
#include <fcntl.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace proxima::detail {
namespace {

// Repeats the call while signals interrupt it.
template <class Call>
auto uninterrupted(Call call) noexcept {
    auto result = call();
    while (result < 0 && errno == EINTR) {
        result = call();
    }
    return result;
}

// The directory of the run.
struct HeldDirectory {
    bool has_descriptor() const noexcept {
        struct stat status{};
        return descriptor >= 0 && fstat(descriptor, &status) == 0 &&
               status.st_dev == identity.device && status.st_ino == identity.inode;
    }

    int descriptor = -1;
    FileIdentity identity;
    std::array<char, PATH_MAX> path{};
    std::size_t path_size = 0;
};

HeldDirectory held;

// A path as arguments of openat() and its relatives.
struct Place {
    explicit Place(const std::string& path) noexcept : name(path.c_str()) {
        if (path.size() > held.path_size && path[held.path_size] == '/' &&
            path.compare(0, held.path_size, held.path.data(), held.path_size) == 0 &&
            held.has_descriptor()) {
            directory = held.descriptor;
            name += held.path_size + 1;
        }
    }

    int directory = AT_FDCWD;
    const char* name;
};

int write_all(int descriptor, const void* data, std::size_t size) noexcept {
    const NoCancellation no_cancellation;
    const NoWriteSignals no_signals;
    const auto* from = static_cast<const char*>(data);
    while (size > 0) {
        const ssize_t written = uninterrupted([&] { return write(descriptor, from, size); });
        if (written < 0) {
            return errno;
        }
        from += written;
        size -= static_cast<std::size_t>(written);
    }
    return 0;
}

} // namespace

void hold_directory(const std::string& path) noexcept {
    struct stat status{};
    if (held.has_descriptor()) {
        close(held.descriptor);
    }
    held = {};
    const int directory =
        path.size() < held.path.size() ? open_file(path, O_PATH | O_DIRECTORY) : -1;
    if (directory < 0) {
        return;
    }
    constexpr int above_those_of_applications = 200;
    const int moved = fcntl(directory, F_DUPFD_CLOEXEC, above_those_of_applications);
    if (moved >= 0) {
        close(directory);
    }
    fstat(moved >= 0 ? moved : directory, &status);
    held.descriptor = moved >= 0 ? moved : directory;
    held.identity = {status.st_dev, status.st_ino};
    held.path_size = path.copy(held.path.data(), path.size());
}

bool holds_own_directory() noexcept {
    struct stat status{};
    return held.has_descriptor() && fstat(held.descriptor, &status) == 0 &&
           status.st_uid == geteuid();
}

bool holds_foreign_directory() noexcept {
    return held.has_descriptor() && !holds_own_directory();
}

FileIdentity held_directory() noexcept {
    return held.identity;
}

int make_directory_in_run(const std::string& path) noexcept {
    const Place place(path);
    return mkdirat(place.directory, place.name, 0777) == 0 ? 0 : errno;
}

int remove_directory_in_run(const std::string& path) noexcept {
    const Place place(path);
    return unlinkat(place.directory, place.name, AT_REMOVEDIR) == 0 ? 0 : errno;
}

std::string target_of_link(const std::string& path) {
    const Place place(path);
    return target_of_link(place.name, place.directory);
}

std::string target_of_link(const char* name, int directory) {
    std::array<char, PATH_MAX> target{};
    const ssize_t size = readlinkat(directory, name, target.data(), target.size());
    return {target.data(), size > 0 ? static_cast<std::size_t>(size) : 0};
}

int open_file(const std::string& path, int flags, mode_t mode) noexcept {
    const NoCancellation no_cancellation;
    const Place place(path);
    const int file = uninterrupted([&] {
        return openat(place.directory, place.name, flags | O_CLOEXEC | O_NOCTTY | O_NONBLOCK, mode);
    });
    if (file < 0 || file > STDERR_FILENO) {
        return file;
    }
    const int moved = fcntl(file, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    const int error = errno;
    close(file);
    errno = error;
    return moved;
}

int remove_file(const std::string& path) noexcept {
    const Place place(path);
    return unlinkat(place.directory, place.name, 0);
}

int rename_file(const std::string& from, const std::string& to) noexcept {
    const Place source(from);
    const Place target(to);
    return renameat(source.directory, source.name, target.directory, target.name);
}

int link_file(const std::string& target, const std::string& path) noexcept {
    const Place place(path);
    return symlinkat(target.c_str(), place.directory, place.name);
}

std::string unguessable_name(const std::string& prefix) {
    constexpr char digits[] = "0123456789abcdef";
    std::array<unsigned char, 8> random{};
    [[maybe_unused]] const ssize_t got = getrandom(random.data(), random.size(), GRND_NONBLOCK);
    std::string name = prefix;
    for (const unsigned char byte : random) {
        name += digits[byte >> 4U];
        name += digits[byte & 0xFU];
    }
    return name;
}

int File::create(std::string path) noexcept {
    const NoCancellation no_cancellation;
    path_ = std::move(path);
    size_ = 0;
    const int descriptor = open_file(path_, O_WRONLY | O_APPEND | O_CREAT | O_EXCL);
    struct stat status{};
    if (descriptor < 0 || fstat(descriptor, &status) != 0) {
        const int error = errno;
        if (descriptor >= 0) {
            ::close(descriptor);
            remove_file(path_);
        }
        path_.clear();
        return error;
    }
    identity_ = {status.st_dev, status.st_ino};
    ::close(descriptor);
    return 0;
}

bool File::is_mine(int descriptor) const noexcept {
    struct stat status{};
    return fstat(descriptor, &status) == 0 && status.st_dev == identity_.device &&
           status.st_ino == identity_.inode;
}

// Returns -1 and sets errno after an error.
int File::open_for_use(int flags) const noexcept {
    if (path_.empty()) {
        errno = EBADF;
        return -1;
    }
    const int descriptor = open_file(path_, flags | O_NOFOLLOW);
    if (descriptor >= 0 && !is_mine(descriptor)) {
        ::close(descriptor);
        errno = ESTALE;
        return -1;
    }
    return descriptor;
}

int File::append(const void* data, std::size_t size) noexcept {
    const NoCancellation no_cancellation;
    const int descriptor = open_for_use(O_WRONLY | O_APPEND);
    if (descriptor < 0) {
        return errno;
    }
    const int error = write_all(descriptor, data, size);
    if (error != 0) {
        [[maybe_unused]] const int cut =
            uninterrupted([&] { return ftruncate(descriptor, static_cast<off_t>(size_)); });
    } else {
        size_ += size;
    }
    ::close(descriptor);
    return error;
}

bool File::has_vanished() const noexcept {
    struct stat status{};
    const Place place(path_);
    return is_open() && (fstatat(place.directory, place.name, &status, AT_SYMLINK_NOFOLLOW) != 0 ||
                         status.st_ino != identity_.inode || status.st_dev != identity_.device);
}

Replacement::Replacement(std::string path)
    : path_(std::move(path)), temporary_(unguessable_name(path_ + ".")) {
    descriptor_ = open_file(temporary_, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW);
    if (descriptor_ < 0) {
        error_ = errno;
        temporary_.clear();
    }
}

Replacement::~Replacement() {
    fail(ECANCELED);
}

void Replacement::fail(int error) noexcept {
    const NoCancellation no_cancellation;
    error_ = error_ == 0 ? error : error_;
    if (descriptor_ >= 0) {
        ::close(std::exchange(descriptor_, -1));
    }
    if (!temporary_.empty()) {
        remove_file(temporary_);
        temporary_.clear();
    }
}

void Replacement::write(std::string_view text) noexcept {
    if (error_ != 0) {
        return;
    }
    if (const int error = write_all(descriptor_, text.data(), text.size()); error != 0) {
        fail(error);
    }
}

int Replacement::commit() noexcept {
    const NoCancellation no_cancellation;
    if (error_ != 0) {
        return error_;
    }
    if (::close(std::exchange(descriptor_, -1)) != 0 || rename_file(temporary_, path_) != 0) {
        fail(errno);
        return error_;
    }
    temporary_.clear();
    return 0;
}

int replace_file(const std::string& path, std::string_view text) {
    Replacement replacement(path);
    replacement.write(text);
    return replacement.commit();
}

std::string error_text(int error) {
    if (error == limit_reached) {
        return "the record files have reached the limit of the configuration";
    }
    if (error == disk_half_used) {
        return "half of the disk space that was free is used (allow more with limit=)";
    }
    if (error == foreign_directory) {
        return "it belongs to another user";
    }
    return std::generic_category().message(error);
}

} // namespace proxima::detail
