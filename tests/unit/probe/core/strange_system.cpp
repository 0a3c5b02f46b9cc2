// A preloaded library that imitates unusual systems. It refuses shared mappings of files whose path
// contains $PROXIMA_TEST_REFUSE, as some file systems in user space do, after the kernel has
// unmapped the memory that they were to replace. With $PROXIMA_TEST_FILLING the disk is nearly full
// when it is asked for the second time. With $PROXIMA_TEST_EXCHANGED another program puts an empty
// directory in place of "run", just when the first directory in it is made.
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace {

bool is_refused(int file) {
    char target[4096];
    const std::string link = "/proc/self/fd/" + std::to_string(file);
    const ssize_t size = readlink(link.c_str(), target, sizeof target - 1);
    const char* const refused = std::getenv("PROXIMA_TEST_REFUSE");
    target[size < 0 ? 0 : size] = '\0';
    return refused != nullptr && std::strstr(target, refused) != nullptr;
}

} // namespace

extern "C" void* mmap(void* address, size_t size, int protection, int flags, int file,
                      off_t offset) noexcept {
    if ((flags & MAP_SHARED) != 0 && file >= 0 && is_refused(file)) {
        if ((flags & MAP_FIXED) != 0) {
            munmap(address, size);
        }
        errno = ENODEV;
        return MAP_FAILED;
    }
    // NOLINTNEXTLINE(performance-no-int-to-ptr)
    return reinterpret_cast<void*>(
        syscall(SYS_mmap, address, size, protection, flags, file, offset));
}

extern "C" int statvfs(const char*, struct statvfs* status) noexcept {
    static int calls = 0;
    const bool is_full = std::getenv("PROXIMA_TEST_FILLING") != nullptr && ++calls > 1;
    *status = {};
    status->f_frsize = 4096;
    status->f_bavail = is_full ? 1000 : 1'000'000;
    return 0;
}

extern "C" int mkdirat(int directory, const char* path, mode_t mode) noexcept {
    if (std::getenv("PROXIMA_TEST_EXCHANGED") != nullptr && std::rename("run", "moved") == 0) {
        mkdir("run", 0777);
    }
    return static_cast<int>(syscall(SYS_mkdirat, directory, path, mode));
}
