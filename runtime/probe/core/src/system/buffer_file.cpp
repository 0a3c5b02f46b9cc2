#include "system/buffer_file.hpp"

#include "system/file.hpp"

#include <proxima/detail/guards.hpp>

#include <algorithm>
#include <array>
#include <cerrno>
#include <fcntl.h>
#include <linux/fs.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/statfs.h>
#include <sys/syscall.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace proxima::detail {
namespace {

// File systems with dependable mappings. On others (FUSE, 9p, ZFS, network file systems) mappings
// fail, are slow, or raise SIGBUS when the disk is full.
constexpr std::array<unsigned long, 6> mappable{{0xEF53,       // ext2, ext3, ext4
                                                 0x58465342,   // XFS
                                                 0xF2F52010,   // F2FS
                                                 0x01021994,   // tmpfs
                                                 0x858458F6,   // ramfs
                                                 0x794C7630}}; // overlay
constexpr unsigned long btrfs = 0x9123683E;

// Without this flag btrfs needs new disk space for every write.
bool writes_in_place(int descriptor) noexcept {
    int flags = 0;
    if (ioctl(descriptor, FS_IOC_GETFLAGS, &flags) != 0) {
        return false;
    }
    flags |= FS_NOCOW_FL;
    return ioctl(descriptor, FS_IOC_SETFLAGS, &flags) == 0;
}

bool is_mappable(int descriptor) noexcept {
    struct statfs system{};
    if (fstatfs(descriptor, &system) != 0) {
        return false;
    }
    const auto type = static_cast<unsigned long>(system.f_type) & 0xFFFFFFFFU;
    const bool is_known = std::find(mappable.begin(), mappable.end(), type) != mappable.end();
    return is_known || (type == btrfs && writes_in_place(descriptor));
}

// Retries after signals, but not forever: a fast timer can interrupt every attempt.
int reserve(int descriptor, std::size_t offset, std::size_t bytes) noexcept {
    const NoWriteSignals no_signals;
    constexpr int most_attempts = 1000;
    int error = EINTR;
    for (int attempt = 0; attempt < most_attempts && error == EINTR; ++attempt) {
        const int failed =
            fallocate(descriptor, 0, static_cast<off_t>(offset), static_cast<off_t>(bytes));
        error = failed == 0 ? 0 : errno;
    }
    return error;
}

bool is_lack_of_space(int error) noexcept {
    return error == ENOSPC || error == EDQUOT || error == EFBIG || error == EMFILE ||
           error == ENFILE;
}

constexpr mode_t owner_only = 0600;

int open_new(const std::string& path) noexcept {
    return open_file(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW, owner_only);
}

} // namespace

// Maps elsewhere first: with MAP_FIXED a refused mapping would have lost the memory.
int BufferFile::replace_memory(void* held, std::size_t size, int descriptor) noexcept {
    if (const int error = reserve(descriptor, 0, size); error != 0) {
        return error;
    }
    void* const mapping = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
    if (mapping == MAP_FAILED) {
        return errno;
    }
    std::copy_n(static_cast<const unsigned char*>(held), size,
                static_cast<unsigned char*>(mapping));
    // Not mremap(): UCX, which MPICH loads, replaces it and drops the last argument.
    if (syscall(SYS_mremap, mapping, size, size, MREMAP_MAYMOVE | MREMAP_FIXED, held) == -1) {
        const int error = errno;
        munmap(mapping, size);
        return error;
    }
    size_ = size;
    return 0;
}

int BufferFile::create(std::string path, void* held, std::size_t size) {
    const NoCancellation no_cancellation;
    const int descriptor = open_new(path);
    if (descriptor < 0) {
        return errno;
    }
    path_ = std::move(path);
    const int error = is_mappable(descriptor) ? replace_memory(held, size, descriptor) : EOPNOTSUPP;
    close(descriptor);
    if (error == 0) {
        place_ = Place::run_directory;
        return 0;
    }
    unlink(path_.c_str());
    if (is_lack_of_space(error)) {
        return error;
    }
    why_ = "its file system has no dependable shared mappings (" +
           std::generic_category().message(error) + ")";
    place_ = create_in_shared_memory(held, size) ? Place::shared_memory : Place::memory;
    return 0;
}

bool BufferFile::create_in_shared_memory(void* held, std::size_t size) {
    target_ = unguessable_name("/dev/shm/proxima-" + std::to_string(geteuid()) + "-");
    const int descriptor = open_new(target_);
    if (descriptor < 0) {
        target_.clear();
        return false;
    }
    const bool made =
        replace_memory(held, size, descriptor) == 0 && symlink(target_.c_str(), path_.c_str()) == 0;
    close(descriptor);
    if (!made) {
        unlink(target_.c_str());
        target_.clear();
    }
    return made;
}

void* BufferFile::extend(std::size_t bytes) noexcept {
    const NoCancellation no_cancellation;
    const bool has_file = place_ == Place::run_directory || place_ == Place::shared_memory;
    const int flags = has_file ? MAP_SHARED : MAP_PRIVATE | MAP_ANONYMOUS;
    const int descriptor = has_file ? open_file(target_.empty() ? path_ : target_, O_RDWR) : -1;
    if (has_file && (descriptor < 0 || reserve(descriptor, size_, bytes) != 0)) {
        close(descriptor);
        return nullptr;
    }
    const auto offset = static_cast<off_t>(has_file ? size_ : 0);
    void* const mapping = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, flags, descriptor, offset);
    if (has_file) {
        close(descriptor);
    }
    if (mapping == MAP_FAILED) {
        return nullptr;
    }
    size_ += bytes;
    return mapping;
}

int BufferFile::move(std::string path) noexcept {
    const bool has_name = place_ == Place::run_directory || place_ == Place::shared_memory;
    if (has_name && rename(path_.c_str(), path.c_str()) != 0) {
        return errno;
    }
    path_ = std::move(path);
    return 0;
}

void BufferFile::remove() noexcept {
    if (place_ == Place::run_directory || place_ == Place::shared_memory) {
        unlink(path_.c_str());
    }
    if (!target_.empty()) {
        unlink(target_.c_str());
        target_.clear();
    }
    place_ = Place::nowhere;
}

std::string_view lost_by_kill(BufferFile::Place place) noexcept {
    switch (place) {
    case BufferFile::Place::shared_memory:
        return "buffers are in /dev/shm: after a kill, recover the run on this machine, before it "
               "restarts";
    case BufferFile::Place::memory:
        return "buffers are in memory: a kill loses the last invocations of each thread";
    default:
        return "";
    }
}

} // namespace proxima::detail
