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

// Looks at the directory or at a file in it; only a file shows whether btrfs writes in place.
bool is_mappable(int descriptor, bool is_directory) noexcept {
    struct statfs system{};
    if (fstatfs(descriptor, &system) != 0) {
        return false;
    }
    const auto type = static_cast<unsigned long>(system.f_type) & 0xFFFFFFFFU;
    const bool is_known = std::find(mappable.begin(), mappable.end(), type) != mappable.end();
    return is_known || (type == btrfs && (is_directory || writes_in_place(descriptor)));
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

// Errors because of which no file can be made there, mapped or not.
bool is_no_place(int error) noexcept {
    return error == ENOENT || error == ENOTDIR || error == EACCES || error == EPERM ||
           error == EROFS || error == EEXIST || error == ELOOP || error == ENAMETOOLONG;
}

constexpr mode_t owner_only = 0600;

int open_new(const std::string& path) noexcept {
    return open_file(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW, owner_only);
}

// Copies the pages that have been used to memory that is zero: a page that is not touched takes
// neither a page fault nor memory. If the system does not tell which ones, copies all.
void copy_used_pages(const unsigned char* from, std::size_t size, unsigned char* to) noexcept {
    constexpr std::uint64_t is_present_or_swapped = std::uint64_t{3} << 62U;
    const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
    const std::size_t first = reinterpret_cast<std::uintptr_t>(from) / page;
    const int descriptor = open("/proc/self/pagemap", O_RDONLY | O_CLOEXEC);
    std::array<std::uint64_t, 64> states{};
    for (std::size_t offset = 0; offset < size; offset += page) {
        const std::size_t number = offset / page;
        const std::size_t index = number % states.size();
        if (index == 0) {
            states.fill(is_present_or_swapped);
            const auto at = static_cast<off_t>((first + number) * sizeof(std::uint64_t));
            static_cast<void>(!pread(descriptor, states.data(), sizeof states, at));
        }
        if ((states.at(index) & is_present_or_swapped) != 0) {
            std::copy_n(from + offset, std::min(page, size - offset), to + offset);
        }
    }
    close(descriptor);
}

} // namespace

// Appends `size` bytes to the file. Maps elsewhere first: with MAP_FIXED a refused mapping would
// have lost the memory.
int BufferFile::replace_memory(void* held, std::size_t size, int descriptor) noexcept {
    if (const int error = reserve(descriptor, size_, size); error != 0) {
        return error;
    }
    void* const mapping = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor,
                               static_cast<off_t>(size_));
    if (mapping == MAP_FAILED) {
        return errno;
    }
    copy_used_pages(static_cast<const unsigned char*>(held), size,
                    static_cast<unsigned char*>(mapping));
    // Not mremap(): UCX, which MPICH loads, replaces it and drops the last argument.
    if (syscall(SYS_mremap, mapping, size, size, MREMAP_MAYMOVE | MREMAP_FIXED, held) == -1) {
        const int error = errno;
        munmap(mapping, size);
        return error;
    }
    size_ += size;
    return 0;
}

int BufferFile::create(std::string path, void* held, std::size_t size) {
    const NoCancellation no_cancellation;
    path_ = std::move(path);
    const int error = create_in_directory(held, size);
    if (error == 0) {
        place_ = Place::run_directory;
        return 0;
    }
    if (is_lack_of_space(error) || is_no_place(error)) {
        return error;
    }
    why_ = "its file system has no dependable shared mappings (" +
           std::generic_category().message(error) + ")";
    place_ = create_in_shared_memory(held, size) ? Place::shared_memory : Place::memory;
    return 0;
}

// Asks the directory first: on a parallel file system, making and removing a file is slow.
int BufferFile::create_in_directory(void* held, std::size_t size) {
    const int directory = open_file(path_.substr(0, path_.rfind('/')), O_PATH | O_DIRECTORY);
    if (directory < 0) {
        return errno;
    }
    const bool may_map = is_mappable(directory, true);
    close(directory);
    if (!may_map) {
        return EOPNOTSUPP;
    }
    const int descriptor = open_new(path_);
    if (descriptor < 0) {
        return errno;
    }
    const int error =
        is_mappable(descriptor, false) ? replace_memory(held, size, descriptor) : EOPNOTSUPP;
    close(descriptor);
    if (error != 0) {
        remove_file(path_);
    }
    return error;
}

bool BufferFile::create_in_shared_memory(void* held, std::size_t size) {
    target_ = unguessable_name("/dev/shm/proxima-" + std::to_string(geteuid()) + "-");
    const int descriptor = open_new(target_);
    if (descriptor < 0) {
        target_.clear();
        return false;
    }
    const bool made = replace_memory(held, size, descriptor) == 0 && link_file(target_, path_) == 0;
    close(descriptor);
    if (!made) {
        unlink(target_.c_str());
        target_.clear();
    }
    return made;
}

bool BufferFile::append(void* held, std::size_t bytes) noexcept {
    if (place_ == Place::memory) {
        return true;
    }
    const NoCancellation no_cancellation;
    const int descriptor = open_file(target_.empty() ? path_ : target_, O_RDWR);
    const bool appended = descriptor >= 0 && replace_memory(held, bytes, descriptor) == 0;
    close(descriptor);
    return appended;
}

void BufferFile::remove() noexcept {
    if (place_ == Place::run_directory || place_ == Place::shared_memory) {
        remove_file(path_);
    }
    if (!target_.empty()) {
        unlink(target_.c_str());
        target_.clear();
    }
    place_ = Place::nowhere;
}

void* anonymous_memory(std::size_t bytes) noexcept {
    void* const memory =
        mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return memory == MAP_FAILED ? nullptr : memory;
}

std::string lost_by_kill(BufferFile::Place place, unsigned copy_seconds) {
    if (place == BufferFile::Place::shared_memory) {
        return "buffers are in /dev/shm, and copied into the run directory every " +
               std::to_string(copy_seconds) +
               " s: a kill loses at most these seconds, and nothing if the run is recovered on its "
               "machine before that restarts";
    }
    return place == BufferFile::Place::memory
               ? "buffers are in memory: a kill loses the last invocations of each thread"
               : "";
}

} // namespace proxima::detail
