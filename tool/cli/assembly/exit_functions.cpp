// _exit() and _Exit() of this program, which components call as well: they end the process without
// a handler that could say so.
#include "assembly/early_end.hpp"

#include <cstdlib>
#include <sys/syscall.h>
#include <unistd.h>

namespace {

[[noreturn]] void leave(const char* function, int status) noexcept {
    status = proxima::cli::say_early_exit(function, status);
    while (true) {
        syscall(SYS_exit_group, status);
    }
}

} // namespace

// NOLINTBEGIN(bugprone-reserved-identifier): the C library's own names
extern "C" [[gnu::visibility("default")]] void _exit(int status) {
    leave("_exit", status);
}

extern "C" [[gnu::visibility("default")]] void _Exit(int status) noexcept {
    leave("_Exit", status);
}
// NOLINTEND(bugprone-reserved-identifier)
