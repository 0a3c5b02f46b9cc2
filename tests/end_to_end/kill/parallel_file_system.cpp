// A preloaded library that makes every file system look like Lustre, which cannot map files
// dependably.
#include <sys/statfs.h>
#include <sys/syscall.h>
#include <unistd.h>

extern "C" int fstatfs(int descriptor, struct statfs* status) noexcept {
    const auto outcome = static_cast<int>(syscall(SYS_fstatfs, descriptor, status));
    status->f_type = 0x0BD00BD0;
    return outcome;
}
