#include "library.hpp"

#include <proxima/detail/message.hpp>
#include <proxima/mpi/program_mpi.hpp>
#include <proxima/mpi/thread_use.hpp>

#include <array>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <mutex>

namespace proxima::mpi {

#ifdef PROXIMA_MPI_ENTRY

#ifdef OPEN_MPI
ProgramVariables program_variables{};
#endif

namespace {

bool is_found = false;

bool has_mpi(void* scope) noexcept {
    return dlsym(scope, "PMPI_Get_library_version") != nullptr;
}

// Looks all routines and variables up in `scope`, which has them.
void use(void* scope) noexcept {
    std::array<char, 128> name{'P'};
    for (ForwardSlot& slot : forward_slots()) {
        std::strncpy(name.data() + 1, slot.name, name.size() - 2);
        slot.target = dlsym(scope, name.data());
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

// Called by the first call of each routine whose MPI was not there when the program began.
extern "C" void proxima_mpi_find_for(const void* caller);
extern "C" void proxima_mpi_find_for(const void* caller) {
    static std::once_flag once;
    std::call_once(once, [caller] {
        find_for(caller);
        if (hand_over()) {
            measuring.store(Measuring::elsewhere);
        } else if (!is_right_library()) { // before a wrapper takes handles for those of its own MPI
            decide_whether_to_measure();
        }
    });
}

// Keeps the arguments of a call while its MPI is looked up. The stack has the return address of the
// stub, then that of the code that called MPI.
asm(".pushsection .text\n"
    ".globl proxima_mpi_find\n"
    ".hidden proxima_mpi_find\n"
    ".type proxima_mpi_find, @function\n"
    "proxima_mpi_find:\n"
    "    push %rdi\n"
    "    push %rsi\n"
    "    push %rdx\n"
    "    push %rcx\n"
    "    push %r8\n"
    "    push %r9\n"
    "    push %rax\n"
    "    push %rbp\n"
    "    mov 72(%rsp), %rdi\n"
    "    mov %rsp, %rbp\n"
    "    and $-16, %rsp\n"
    "    call proxima_mpi_find_for\n"
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
    ".size proxima_mpi_find, . - proxima_mpi_find\n"
    ".popsection");

#else

bool find_program_mpi() noexcept {
    return true; // the linker has resolved all names
}

#endif

} // namespace proxima::mpi
