#include "library.hpp"

#include <proxima/detail/message.hpp>
#include <proxima/mpi/program_mpi.hpp>
#include <proxima/mpi/thread_use.hpp>

#include <array>
#include <cctype>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <mutex>
#include <string>

namespace proxima::mpi {

#ifdef PROXIMA_MPI_ENTRY

#ifdef OPEN_MPI
ProgramVariables program_variables{};
#endif

// The bytes of this library, as the linker knows them.
extern "C" {
[[gnu::visibility(
    "hidden")]] extern const char __ehdr_start;       // NOLINT(bugprone-reserved-identifier)
[[gnu::visibility("hidden")]] extern const char _end; // NOLINT(bugprone-reserved-identifier)
}

// Returns the address that a name of MPI has behind this library.
extern "C" PROXIMA_API void* proxima_mpi_look_up(void* scope, const char* name);
void* proxima_mpi_look_up(void* scope, const char* name) {
    void* const found = dlsym(scope, name);
    // Must not become the jump at the end: dlsym() asks the stack who calls it.
    void* const behind = dlsym(RTLD_NEXT, name);
    const bool is_own = found >= &__ehdr_start && found < &_end;
    // Another tool before this library may define the name, but none of PMPI: it has called this
    // library.
    const bool may_be_of_a_tool = std::strncmp(name, "PMPI_", 5) != 0;
    return is_own || (may_be_of_a_tool && scope == RTLD_DEFAULT && behind != nullptr) ? behind
                                                                                      : found;
}

namespace {

bool is_found = false;

// Only the library that was loaded with the program stands before the MPI. If there is one, it
// looks up for the library that it hands over to.
void* look_up(void* scope, const char* name) noexcept {
    static void* const first = dlsym(RTLD_DEFAULT, "proxima_mpi_look_up");
    return first == nullptr ? dlsym(scope, name)
                            : reinterpret_cast<decltype(&proxima_mpi_look_up)>(first)(scope, name);
}

bool has_mpi(void* scope) noexcept {
    return look_up(scope, "PMPI_Get_library_version") != nullptr;
}

// True for mpi_send and MPI_SEND, false for MPI_Send.
bool is_fortran_name(const char* name) noexcept {
    return name[0] == 'm' || std::isupper(static_cast<unsigned char>(name[5])) != 0;
}

// Looks the routine up in `scope`, C routines by their profiling names. A library with its Fortran
// name may be loaded later.
void look_up(void* scope, ForwardSlot& slot) noexcept {
    std::array<char, 128> name{'P'};
    std::strncpy(name.data() + 1, slot.name, name.size() - 2);
    if (void* const found = look_up(scope, name.data() + (is_fortran_name(slot.name) ? 1 : 0))) {
        slot.mpi = slot.target = found;
    }
}

// Looks all routines and variables up in `scope`, which has them.
void use(void* scope) noexcept {
    for (ForwardSlot& slot : forward_slots()) {
        look_up(scope, slot);
    }
#ifdef OPEN_MPI
#define PROXIMA_LOOK_UP(name) program_variables.name = dlsym(scope, #name);
    PROXIMA_OPEN_MPI_VARIABLES(PROXIMA_LOOK_UP)
#undef PROXIMA_LOOK_UP
#endif
    Measuring unresolved = Measuring::unresolved;
    measuring.compare_exchange_strong(unresolved, Measuring::undecided);
    is_found = true;
}

// Returns a handle of the library with this code, to look up symbols: if it was opened with
// RTLD_LOCAL, only it sees the MPI that it brings. Null if the library is unknown.
void* scope_of(const void* code) noexcept {
    Dl_info library{};
    if (dladdr(code, &library) == 0 || library.dli_fname == nullptr) {
        return nullptr;
    }
    return dlopen(library.dli_fname, RTLD_LAZY | RTLD_NOLOAD);
}

// Loads the MPI that this library was built for. The linker may have left it out of the program,
// because this library defines all names that the program uses.
void* scope_of_own_mpi() noexcept {
    return dlopen(PROXIMA_MPI_LIBRARY, RTLD_NOW | RTLD_GLOBAL);
}

void find_for(const void* caller) {
    if (find_program_mpi()) { // a static object has called MPI before this library was ready
        return;
    }
    void* scope = scope_of(caller);
    if (scope == nullptr || !has_mpi(scope)) {
        scope = scope_of_own_mpi();
    }
    if (scope != nullptr && has_mpi(scope)) {
        use(scope);
        return;
    }
    detail::say("error: libproxima_mpi received an MPI call, but the program has loaded no MPI; "
                "load the MPI before the call, or run without libproxima_mpi");
    std::abort();
}

} // namespace

bool find_program_mpi() noexcept {
    if (!is_found && has_mpi(RTLD_DEFAULT)) {
        use(RTLD_DEFAULT);
    }
    return is_found;
}

// Called by the first call of each routine that was not there when the program began.
extern "C" void proxima_mpi_find_for(const void* caller, ForwardSlot* routine);
extern "C" void proxima_mpi_find_for(const void* caller, ForwardSlot* routine) {
    static std::once_flag once;
    std::call_once(once, [caller] {
        find_for(caller);
        if (hand_over()) {
            measuring.store(Measuring::elsewhere);
        } else if (!is_right_library()) { // before a wrapper takes handles for those of its own MPI
            decide_whether_to_measure();
        }
    });
    if (routine->target == routine->stub) {
        look_up(scope_of(caller), *routine);
    }
    if (routine->target == routine->stub) {
        detail::say("error: the program's MPI has no " + std::string(routine->name) +
                    "; run without libproxima_mpi");
        std::abort();
    }
}

// Called by the first call of a profiling name from each place, and again if two places share an
// entry of the table.
extern "C" void proxima_mpi_ask_for(const void* caller, ForwardSlot* routine);
extern "C" void proxima_mpi_ask_for(const void* caller, ForwardSlot* routine) {
    const int error = errno;
    if (!is_found) {
        proxima_mpi_find_for(caller, routine);
    }
    const bool counts = is_made_by_program(caller, routine->name);
    const auto address = reinterpret_cast<std::uintptr_t>(caller);
    proxima_mpi_sites[address % proxima_mpi_sites.size()].store(address + (counts ? 1 : 0),
                                                                std::memory_order_relaxed);
    errno = error;
}

// Calls a function and keeps the arguments of the call of MPI in which that happens. The stack has
// the return address of the stub, then that of the code that called MPI; r11 has the routine.
asm(".pushsection .text\n"
    ".macro proxima_mpi_keeping_arguments name\n"
    ".globl \\name\n"
    ".hidden \\name\n"
    ".type \\name, @function\n"
    "\\name:\n"
    "    push %rdi\n"
    "    push %rsi\n"
    "    push %rdx\n"
    "    push %rcx\n"
    "    push %r8\n"
    "    push %r9\n"
    "    push %rax\n"
    "    push %rbp\n"
    "    mov 72(%rsp), %rdi\n"
    "    mov %r11, %rsi\n"
    "    mov %rsp, %rbp\n"
    "    and $-16, %rsp\n"
    "    call \\name\\()_for\n"
    "    mov %rbp, %rsp\n"
    "    pop %rbp\n"
    "    pop %rax\n"
    "    pop %r9\n"
    "    pop %r8\n"
    "    pop %rcx\n"
    "    pop %rdx\n"
    "    pop %rsi\n"
    "    pop %rdi\n"
    "    ret\n"
    ".size \\name, . - \\name\n"
    ".endm\n"
    "proxima_mpi_keeping_arguments proxima_mpi_find\n"
    "proxima_mpi_keeping_arguments proxima_mpi_ask\n"
    ".popsection");

#else

bool find_program_mpi() noexcept {
    return true; // the linker has resolved all names
}

#endif

} // namespace proxima::mpi
