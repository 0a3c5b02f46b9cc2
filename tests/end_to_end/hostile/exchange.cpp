// Runs a command, and exchanges a directory under it, as somebody could who may write its parent:
// at a given file-system call after the command has made the directory, or opened it to keep it,
// the directory is renamed, and a link to TARGET takes its place, or the directory TARGET/ itself.
//
// Usage: exchange CALL DIRECTORY TARGET COMMAND...
// Calls are counted from 0. The last line of the output is `exchanged STATUS` or, if there were
// fewer calls, `ended STATUS`.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <string>
#include <sys/ptrace.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

namespace {

// How a call names a file: the number of the argument that is the path, or none.
struct FileCall {
    bool is_one = false;
    int path = -1;
};

FileCall file_call(std::uint64_t number) {
    switch (number) {
#ifdef SYS_open
    case SYS_open:
    case SYS_stat:
    case SYS_lstat:
    case SYS_access:
    case SYS_mkdir:
    case SYS_rmdir:
    case SYS_unlink:
    case SYS_rename:
    case SYS_readlink:
    case SYS_chmod:
    case SYS_symlink:
#endif
    case SYS_chdir:
        return {true, 0};
    case SYS_openat:
    case SYS_newfstatat:
    case SYS_statx:
    case SYS_faccessat:
    case SYS_faccessat2:
    case SYS_mkdirat:
    case SYS_unlinkat:
    case SYS_renameat:
    case SYS_renameat2:
    case SYS_readlinkat:
    case SYS_fchmodat:
    case SYS_symlinkat:
        return {true, 1};
    case SYS_getdents64:
        return {true, -1};
    default:
        return {};
    }
}

std::string text_at(pid_t process, std::uint64_t address) {
    char text[4096];
    iovec here{text, sizeof text};
    iovec there{reinterpret_cast<void*>(address), sizeof text};
    ssize_t got = process_vm_readv(process, &here, 1, &there, 1, 0);
    if (got < 0) { // the next page may be missing
        here.iov_len = there.iov_len = 4096 - address % 4096;
        got = process_vm_readv(process, &here, 1, &there, 1, 0);
    }
    return got <= 0 ? "" : std::string(text, strnlen(text, static_cast<std::size_t>(got)));
}

bool ends_with(const std::string& path, const std::string& name) {
    return path == name ||
           (path.size() > name.size() &&
            path.compare(path.size() - name.size() - 1, std::string::npos, "/" + name) == 0);
}

// True for a call that makes the directory, or opens it to keep it.
bool takes(pid_t process, const __ptrace_syscall_info& call, const std::string& directory) {
    const auto number = call.entry.nr;
    const auto* arguments = call.entry.args;
    const FileCall file = file_call(number);
    bool is_made = number == SYS_mkdirat;
    bool is_kept = number == SYS_openat && (arguments[2] & O_PATH) != 0;
#ifdef SYS_open
    is_made = is_made || number == SYS_mkdir;
    is_kept = is_kept || (number == SYS_open && (arguments[1] & O_PATH) != 0);
#endif
    return (is_made || is_kept) && ends_with(text_at(process, arguments[file.path]), directory);
}

void require(bool condition, const char* what) {
    if (!condition) {
        std::perror(what);
        std::exit(97);
    }
}

// False if the directory is not there.
bool exchange(const std::string& directory, std::string target) {
    const bool moves = target.back() == '/';
    target.erase(target.find_last_not_of('/') + 1);
    if (rename(directory.c_str(), (directory + ".moved").c_str()) != 0) {
        return false;
    }
    require((moves ? rename(target.c_str(), directory.c_str())
                   : symlink(target.c_str(), directory.c_str())) == 0,
            "exchange");
    return true;
}

} // namespace

int main(int count, char** arguments) {
    if (count < 5) {
        return 97;
    }
    const long wanted = std::atol(arguments[1]);
    const std::string directory = arguments[2];
    const pid_t process = fork();
    if (process == 0) {
        ptrace(PTRACE_TRACEME, 0, nullptr, nullptr);
        execvp(arguments[4], arguments + 4);
        std::perror(arguments[4]);
        _exit(97);
    }
    int status = 0;
    waitpid(process, &status, 0);
    require(
        ptrace(PTRACE_SETOPTIONS, process, nullptr, PTRACE_O_TRACESYSGOOD | PTRACE_O_EXITKILL) == 0,
        "ptrace");
    bool is_taking = false;
    bool is_taken = false;
    bool is_exchanged = false;
    long calls = 0;
    for (long signal = 0;;) {
        require(ptrace(PTRACE_SYSCALL, process, nullptr, signal) == 0, "ptrace");
        waitpid(process, &status, 0);
        if (!WIFSTOPPED(status)) {
            break;
        }
        const bool is_call = WSTOPSIG(status) == (SIGTRAP | 0x80);
        signal = is_call || WSTOPSIG(status) == SIGTRAP ? 0 : WSTOPSIG(status);
        __ptrace_syscall_info call{};
        if (!is_call || is_exchanged ||
            ptrace(PTRACE_GET_SYSCALL_INFO, process, sizeof call, &call) <= 0) {
            continue;
        }
        if (call.op == PTRACE_SYSCALL_INFO_EXIT) {
            is_taken = is_taken || (is_taking && call.exit.is_error == 0);
            continue;
        }
        if (is_taken && file_call(call.entry.nr).is_one && calls++ == wanted) {
            is_exchanged = exchange(directory, arguments[3]);
        }
        is_taking = takes(process, call, directory);
    }
    std::printf("\n%s %d\n", is_exchanged ? "exchanged" : "ended",
                WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status));
    return 0;
}
