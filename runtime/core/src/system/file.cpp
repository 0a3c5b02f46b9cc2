#include "system/file.hpp"

#include "system/no_cancellation.hpp"

#include <climits>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace proxima::detail {

namespace {

// Writing beyond the limit would not just fail but raise SIGXFSZ.
bool exceeds_limit(std::size_t size) noexcept {
    rlimit limit{};
    return getrlimit(RLIMIT_FSIZE, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY &&
           size > limit.rlim_cur;
}

// Does it again while a signal interrupts it.
template <class Call>
auto uninterrupted(Call call) noexcept {
    auto result = call();
    while (result < 0 && errno == EINTR) {
        result = call();
    }
    return result;
}

// Never a standard stream, should the application have been started without one: what it writes
// there would get into the file.
int open_file(const std::string& path, int flags) noexcept {
    const NoCancellation no_cancellation;
    const int file = uninterrupted([&] { return open(path.c_str(), flags | O_CLOEXEC, 0666); });
    if (file < 0 || file > STDERR_FILENO) {
        return file;
    }
    const int moved = fcntl(file, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    const int error = errno;
    close(file);
    errno = error;
    return moved;
}

int write_all(int descriptor, const void* data, std::size_t size) noexcept {
    const NoCancellation no_cancellation;
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

std::string absolute(const std::string& path) {
    if (!path.empty() && path.front() == '/') {
        return path;
    }
    std::array<char, PATH_MAX> directory{};
    const char* const found = getcwd(directory.data(), directory.size());
    return found == nullptr ? path : std::string(found) + "/" + path;
}

std::string without_slash_at_end(std::string path) {
    while (path.size() > 1 && path.back() == '/') {
        path.pop_back();
    }
    return path;
}

// Where the last part is no name, as in "run/..", the path that has one.
std::string ending_in_name(const std::string& path) {
    const std::string last = path.substr(path.rfind('/') + 1);
    std::array<char, PATH_MAX> resolved{};
    const bool is_name = last != "." && last != "..";
    return is_name || realpath(path.c_str(), resolved.data()) == nullptr ? path : resolved.data();
}

int make_parents(const std::string& path) {
    for (std::size_t slash = path.find('/', 1); slash != std::string::npos;
         slash = path.find('/', slash + 1)) {
        const int error = make_directory(path.substr(0, slash));
        if (error != 0 && error != EEXIST) {
            return error;
        }
    }
    return 0;
}

} // namespace

File::File(File&& other) noexcept {
    *this = std::move(other);
}

File& File::operator=(File&& other) noexcept {
    if (this != &other) {
        close();
        descriptor_ = std::exchange(other.descriptor_, -1);
        device_ = other.device_;
        inode_ = other.inode_;
        size_ = other.size_;
        path_ = std::move(other.path_);
    }
    return *this;
}

File::~File() {
    close();
}

void File::close() noexcept {
    const NoCancellation no_cancellation;
    if (descriptor_ >= 0 && is_mine()) {
        ::close(descriptor_);
    }
    descriptor_ = -1;
}

int File::move(std::string path) noexcept {
    if (rename(path_.c_str(), path.c_str()) != 0) {
        return errno;
    }
    path_ = std::move(path);
    return 0;
}

int File::overwrite(const void* data, std::size_t size) const noexcept {
    const NoCancellation no_cancellation;
    // A descriptor that appends always does.
    const int descriptor = open_file(path_, O_WRONLY);
    if (descriptor < 0) {
        return errno;
    }
    const int error = write_all(descriptor, data, size);
    ::close(descriptor);
    return error;
}

bool File::is_mine() const noexcept {
    struct stat status{};
    return fstat(descriptor_, &status) == 0 && status.st_dev == device_ && status.st_ino == inode_;
}

bool File::has_vanished() const noexcept {
    struct stat status{};
    return is_mine() && fstat(descriptor_, &status) == 0 && status.st_nlink == 0;
}

int File::create(std::string path, int flags) noexcept {
    const NoCancellation no_cancellation;
    close();
    path_ = std::move(path);
    size_ = 0;
    descriptor_ = open_file(path_, O_CREAT | O_EXCL | flags);
    if (descriptor_ < 0) {
        return errno;
    }
    struct stat status{};
    if (fstat(descriptor_, &status) != 0) {
        const int error = errno;
        ::close(std::exchange(descriptor_, -1));
        unlink(path_.c_str());
        return error;
    }
    device_ = status.st_dev;
    inode_ = status.st_ino;
    return 0;
}

int File::open_again() noexcept {
    const NoCancellation no_cancellation;
    descriptor_ = open_file(path_, O_WRONLY | O_APPEND);
    if (descriptor_ < 0) {
        return errno;
    }
    if (!is_mine()) {
        ::close(descriptor_);
        descriptor_ = -1;
        return ESTALE;
    }
    return 0;
}

int File::append(const void* data, std::size_t size) noexcept {
    if (exceeds_limit(size_ + size)) {
        return EFBIG;
    }
    if (!is_mine()) {
        if (const int error = open_again(); error != 0) {
            return error;
        }
    }
    const int error = write_all(descriptor_, data, size);
    if (error != 0) {
        [[maybe_unused]] const int cut =
            uninterrupted([this] { return ftruncate(descriptor_, static_cast<off_t>(size_)); });
        return error;
    }
    size_ += size;
    return 0;
}

// Some file systems begin anew after a signal: a timer that is fast enough would keep them from
// ever reaching the end.
constexpr int most_attempts = 1000;

// NOLINTNEXTLINE(readability-make-member-function-const): the file changes, if not the object
int File::reserve(std::size_t size) noexcept {
    const NoCancellation no_cancellation;
    if (exceeds_limit(size)) {
        return EFBIG;
    }
    if (!is_mine()) {
        return EBADF;
    }
    int error = EINTR;
    for (int attempt = 0; attempt < most_attempts && error == EINTR; ++attempt) {
        error = posix_fallocate(descriptor_, 0, static_cast<off_t>(size));
    }
    return error;
}

// NOLINTNEXTLINE(readability-make-member-function-const): who maps it may write the file
void* File::map(void* address, std::size_t size, std::size_t offset) noexcept {
    const int flags = MAP_SHARED | (address == nullptr ? 0 : MAP_FIXED);
    void* const mapping =
        mmap(address, size, PROT_READ | PROT_WRITE, flags, descriptor_, static_cast<off_t>(offset));
    return mapping == MAP_FAILED ? nullptr : mapping;
}

bool write_at(int file, std::size_t offset, const void* data, std::size_t size) noexcept {
    const NoCancellation no_cancellation;
    const auto written =
        uninterrupted([=] { return pwrite(file, data, size, static_cast<off_t>(offset)); });
    return written == static_cast<ssize_t>(size);
}

int replace_file(const std::string& path, std::string_view text) {
    const NoCancellation no_cancellation;
    const std::string temporary = path + ".new";
    if (exceeds_limit(text.size())) {
        return EFBIG;
    }
    const int descriptor = open_file(temporary, O_WRONLY | O_CREAT | O_TRUNC);
    if (descriptor < 0) {
        return errno;
    }
    int error = write_all(descriptor, text.data(), text.size());
    if (::close(descriptor) != 0 && error == 0) {
        error = errno;
    }
    if (error == 0 && rename(temporary.c_str(), path.c_str()) != 0) {
        error = errno;
    }
    if (error != 0) {
        unlink(temporary.c_str());
    }
    return error;
}

int make_directory(const std::string& path) noexcept {
    return mkdir(path.c_str(), 0777) == 0 ? 0 : errno;
}

int make_new_directory(const std::string& path, std::string& made) {
    const std::string base = ending_in_name(without_slash_at_end(absolute(path)));
    made = base;
    if (base == "/") {
        return EEXIST;
    }
    if (const int error = make_parents(base); error != 0) {
        return error;
    }
    constexpr int most = 1'000'000;
    for (int number = 1; number < most; ++number) {
        made = number == 1 ? base : base + "-" + std::to_string(number);
        const int error = make_directory(made);
        if (error != EEXIST) {
            return error;
        }
    }
    return EEXIST;
}

std::string error_text(int error) {
    return error == limit_reached ? "the record files have reached the limit of the configuration"
                                  : std::generic_category().message(error);
}

} // namespace proxima::detail
