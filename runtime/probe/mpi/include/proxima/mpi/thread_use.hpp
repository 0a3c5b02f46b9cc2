// The MPI counts of one thread. Not for users.
//
// Units: times are in ticks, sizes in bytes.
// Thread safety: only the thread itself writes to its ThreadCounts.
// Errors: nothing throws.
#pragma once

#include <proxima/detail/regions.hpp>
#include <proxima/format/mpi_counts.hpp>
#include <proxima/mpi/communicator.hpp>
#include <proxima/mpi/program_mpi.hpp>

#include <atomic>
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

namespace proxima::mpi {

/// Names of the wrapped routines. Generated.
extern const std::size_t routine_count;
extern const char* const routine_names[];
/// Routines that the configuration does not measure. Set before the first measured call.
extern bool is_left_out[];

/// A nonblocking or persistent operation.
struct Operation {
    bool sends = false;      ///< a message to `partner`
    bool receives = false;   ///< a message, described by its status
    bool gets = false;       ///< `received` bytes from `partner`
    bool persistent = false; ///< begun by MPI_Start, repeatedly
    bool active = false;
    unsigned routine = 0;                  ///< routine that created it
    format::MpiPathCounts* path = nullptr; ///< where it was called
    int partner = 0;                       ///< destination or target rank
    const Partners* partners = nullptr;    ///< null: unknown
    Ticks start = 0;
    Ticks communication = 0; ///< ticks of its thread in MPI before `start`
    Bytes sent = 0;          ///< bytes sent each time it begins
    Bytes received = 0;      ///< bytes received each time; of a receive from its status
};

/// The operations that one thread has begun. Operations that another thread completes are
/// untracked.
class OperationTable {
public:
    /// Adds an operation, and returns the one that it replaces: one with the same request that
    /// ended unseen, or a send that completed at once, since MPI may give all of those one request.
    /// Returns `operation` itself if the table is full.
    std::optional<Operation> put(MPI_Request request, const Operation& operation) noexcept;

    /// Returns null for an unknown request.
    Operation* find(MPI_Request request) noexcept;

    /// Completes the active operation of the request, and returns it. A persistent one stays,
    /// inactive.
    std::optional<Operation> complete(MPI_Request request) noexcept;

    void forget(MPI_Request request) noexcept;

private:
    using Known = std::unordered_map<std::uint64_t, Operation>; // keyed by handle_key()

    Known known_;
    std::vector<Known::node_type> spare_; // reused nodes: a steady state allocates nothing
};

/// Adds to a counter that another thread may read at the same time.
[[gnu::always_inline]] inline void add(std::uint64_t& to, std::uint64_t amount) noexcept {
    __atomic_store_n(&to, to + amount, __ATOMIC_RELAXED);
}

constexpr std::size_t most_partners = 4096;
constexpr std::size_t most_paths = 1024;

/// The rows with the counts of a thread.
struct CountRows {
    format::MpiFacts* facts;
    format::MpiRoutineCounts* routines;
    format::MpiPartnerCounts* partners; ///< a hash table; the last row has all other ranks
    format::MpiPathCounts* paths;       ///< a hash table; the last row, all others, is not reported
};

class ThreadCounts : public CountRows {
public:
    explicit ThreadCounts(const CountRows& rows) noexcept : CountRows(rows) {}

    Bytes size_of(MPI_Datatype type) noexcept {
        const Bytes* const known = known_sizes_.find(type);
        return known != nullptr ? *known : look_up_size(type);
    }

    const Communicator& communicator(MPI_Comm handle) noexcept {
        const Communicator* const known = known_communicators_.find(handle);
        return known != nullptr ? *known : known_communicators_.put(handle, describe(handle));
    }

    const Partners* window(MPI_Win handle) noexcept {
        const Partners* const* const known = known_windows_.find(handle);
        return known != nullptr ? *known : known_windows_.put(handle, partners_in(handle));
    }

    /// Counts of messages to and from a rank of a communicator; null: unknown communicator.
    format::MpiPartnerCounts& partner(const Partners* of, int rank) noexcept;

    /// Counts of a routine in the innermost open call of the thread's call tree.
    [[gnu::always_inline]] format::MpiPathCounts& path(unsigned routine) noexcept {
        const detail::BufferHead* const head = detail::current_buffer;
        const std::uint32_t node = __builtin_expect(head->recorder != nullptr, 1)
                                       ? head->current->id
                                       : detail::innermost_id();
        format::MpiPathCounts& row = paths[(node * std::uint32_t{61} + routine) % most_paths];
        return __builtin_expect(row.node == node && row.routine == routine + 1, 1)
                   ? row
                   : find_path(node, routine);
    }

    /// Counts a message, and the ticks of its call that belong to this partner.
    void count_sent(const Partners* to, int destination, Bytes bytes, Ticks ticks) noexcept;
    void count_received(const Partners* from, int source, Bytes bytes, Ticks ticks) noexcept;

    const void* frame = nullptr;       ///< stack frame of the open call; null if none is open
    Ticks communication = 0;           ///< ticks in MPI
    detail::Node* open_call = nullptr; ///< the invocation of the open call; null: it has none
    OperationTable operations;
    HandleCache<MPI_Message, const Partners*> messages; ///< messages that a probe has matched
    std::vector<MPI_Request> requests;                  ///< requests of the open completing call
    std::vector<MPI_Status> statuses;

private:
    Bytes look_up_size(MPI_Datatype type) noexcept;
    format::MpiPathCounts& find_path(std::uint32_t node, unsigned routine) noexcept;

    HandleCache<MPI_Datatype, Bytes> known_sizes_;
    HandleCache<MPI_Comm, Communicator> known_communicators_;
    HandleCache<MPI_Win, const Partners*> known_windows_;
};

/// Forgets handles, which may mean other objects from now on.
inline void forget_communicators() noexcept {
    HandleCache<MPI_Comm, Communicator>::forget();
}
inline void forget_windows() noexcept {
    HandleCache<MPI_Win, const Partners*>::forget();
}
inline void forget_datatypes() noexcept {
    HandleCache<MPI_Datatype, Bytes>::forget();
}

/// Null until the thread's first measured call.
extern __thread ThreadCounts* current_use __attribute__((tls_model("initial-exec")));

/// `elsewhere`: another libproxima_mpi, for the application's MPI, does. `unresolved`: the program
/// has not loaded its MPI yet.
enum class Measuring : unsigned char { undecided, on, off, elsewhere, unresolved };

/// The state, which every call reads.
extern std::atomic<Measuring> measuring __asm__("proxima_mpi_measuring");
inline bool forwards() noexcept {
    return __builtin_expect(measuring.load(std::memory_order_relaxed) >= Measuring::off, 0) != 0;
}
/// The run's clock is the processor's counter, and calls are no invocations.
extern bool only_counts;

/// Decides whether to measure, unless that is decided already, and returns the counts of the
/// thread; null if calls are only forwarded.
ThreadCounts* attach() noexcept;

/// The function to which calls of a routine go. Until the first call that is a function that finds
/// the program's MPI.
struct ForwardSlot {
    const char* name;
    void* stub;
    void* mpi;    ///< the function of the program's MPI
    void* target; ///< of calls not measured here: `mpi`, or the wrapper of another libproxima_mpi
};

} // namespace proxima::mpi

#ifdef __x86_64__
// NOLINTBEGIN(bugprone-reserved-identifier,readability-identifier-naming): the linker's names
/// The slots of all wrappers, as the linker has collected them.
[[gnu::visibility("hidden")]] extern proxima::mpi::ForwardSlot __start_proxima_mpi_forwards[];
[[gnu::visibility("hidden")]] extern proxima::mpi::ForwardSlot __stop_proxima_mpi_forwards[];
// NOLINTEND(bugprone-reserved-identifier,readability-identifier-naming)

namespace proxima::mpi {

struct ForwardSlots {
    static ForwardSlot* begin() noexcept { return __start_proxima_mpi_forwards; }
    static ForwardSlot* end() noexcept { return __stop_proxima_mpi_forwards; }
};
inline ForwardSlots forward_slots() noexcept {
    return {};
}

} // namespace proxima::mpi
#endif

/// Entries of a routine, on x86-64. MPI_X forwards a call that is not measured by a jump, before
/// anything reads its arguments. If the application has another MPI than this library was built
/// for, arguments may be wider than the library's mpi.h declares; the jump passes them on whole.
///
/// The Fortran interfaces of MPI call PMPI_X, which therefore stands before that of the MPI. A call
/// of it is measured like one of MPI_X if `proxima_mpi_sites` has its return address plus one, and
/// goes to the MPI if the table has the return address itself. Other calls ask first.
#ifdef __x86_64__
static_assert(static_cast<int>(proxima::mpi::Measuring::off) == 2 &&
                  static_cast<int>(proxima::mpi::Measuring::elsewhere) == 3,
              "see below");
#define PROXIMA_MPI_OPEN_ENTRY(name, least, open, visibility)                                      \
    asm(".pushsection .rodata\n"                                                                   \
        "proxima_name_" #name ": .asciz \"" #name "\"\n"                                           \
        ".popsection\n"                                                                            \
        ".pushsection proxima_mpi_forwards, \"aw\"\n"                                              \
        ".p2align 3\n"                                                                             \
        "proxima_slot_" #name ": .quad proxima_name_" #name "\n"                                   \
        "    .quad proxima_find_" #name "\n"                                                       \
        "proxima_mpi_" #name ": .quad proxima_find_" #name "\n"                                    \
        "proxima_target_" #name ": .quad proxima_find_" #name "\n"                                 \
        ".popsection\n"                                                                            \
        ".pushsection .text\n"                                                                     \
        ".globl " open "\n" visibility ".type " open ", @function\n"                               \
        ".p2align 4\n" open ":\n"                                                                  \
        "proxima_entry_" #name ":\n"                                                               \
        "    cmpb $" #least ", proxima_mpi_measuring(%rip)\n"                                      \
        "    jb proxima_measured_" #name "\n"                                                      \
        "    jmp *proxima_target_" #name "(%rip)\n"                                                \
        ".size " open ", . - " open "\n"                                                           \
        ".globl proxima_profiled_" #name "\n"                                                      \
        ".hidden proxima_profiled_" #name "\n"                                                     \
        ".type proxima_profiled_" #name ", @function\n"                                            \
        "proxima_profiled_" #name ": jmp *proxima_mpi_" #name "(%rip)\n"                           \
        "proxima_find_" #name ":\n"                                                                \
        "    lea proxima_slot_" #name "(%rip), %r11\n"                                             \
        "    call proxima_mpi_find\n"                                                              \
        "    jmp proxima_entry_" #name "\n"                                                        \
        ".popsection");
#define PROXIMA_MPI_ASKING_ENTRY(name, asking)                                                     \
    asm(".pushsection .text\n"                                                                     \
        ".globl " asking "\n"                                                                      \
        ".protected " asking "\n"                                                                  \
        ".type " asking ", @function\n"                                                            \
        ".p2align 4\n" asking ":\n"                                                                \
        "proxima_asking_" #name ":\n"                                                              \
        "    mov (%rsp), %r11\n"                                                                   \
        "    lea proxima_mpi_sites(%rip), %r10\n"                                                  \
        "    and $0x3fff, %r11d\n"                                                                 \
        "    mov (%r10, %r11, 8), %r10\n"                                                          \
        "    sub (%rsp), %r10\n"                                                                   \
        "    je proxima_profiled_" #name "\n"                                                      \
        "    cmp $1, %r10\n"                                                                       \
        "    je proxima_entry_" #name "\n"                                                         \
        "    lea proxima_slot_" #name "(%rip), %r11\n"                                             \
        "    call proxima_mpi_ask\n"                                                               \
        "    jmp proxima_asking_" #name "\n"                                                       \
        ".size " asking ", . - " asking "\n"                                                       \
        ".popsection");
#define PROXIMA_MPI_ENTRY(name)                                                                    \
    PROXIMA_MPI_OPEN_ENTRY(name, 2, #name, "")                                                     \
    PROXIMA_MPI_ASKING_ENTRY(name, "P" #name)
/// Enters routines that begin and end runs, which have work to do even if nothing is measured.
#define PROXIMA_MPI_LIFECYCLE_ENTRY(name)                                                          \
    PROXIMA_MPI_OPEN_ENTRY(name, 3, #name, "")                                                     \
    PROXIMA_MPI_ASKING_ENTRY(name, "P" #name)
/// Enters conversions of handles, which Fortran interfaces call for themselves by either name.
#define PROXIMA_MPI_CONVERSION_ENTRY(name)                                                         \
    PROXIMA_MPI_OPEN_ENTRY(name, 2, "proxima_open_" #name, ".hidden proxima_open_" #name "\n")     \
    PROXIMA_MPI_ASKING_ENTRY(name, #name)
/// Enters the Fortran name of a routine that, on a condition over the first argument `a`, the
/// Fortran interface implements without calling C.
#define PROXIMA_MPI_FORTRAN_ENTRY(name, number, condition)                                         \
    PROXIMA_MPI_OPEN_ENTRY(name, 2, #name, "")                                                     \
    extern "C" proxima::mpi::FortranRoutine proxima_profiled_##name;                               \
    extern "C" proxima::mpi::FortranRoutine proxima_measured_##name;                               \
    long proxima_measured_##name(void* a, void* b, void* c, void* d, void* e, void* f) {           \
        return (condition)                                                                         \
                   ? proxima::mpi::call_fortran(number, proxima_profiled_##name, a, b, c, d, e, f) \
                   : proxima_profiled_##name(a, b, c, d, e, f);                                    \
    }
/// Enters routines that this library cannot measure, but the one to which it hands over may.
#define PROXIMA_MPI_PASSING(name) asm(".set proxima_measured_" #name ", proxima_profiled_" #name);
#define PROXIMA_MPI_PASSING_ENTRY(name) PROXIMA_MPI_PASSING(name) PROXIMA_MPI_ENTRY(name)
#define PROXIMA_MPI_PASSING_FORTRAN_ENTRY(name)                                                    \
    PROXIMA_MPI_PASSING(name) PROXIMA_MPI_OPEN_ENTRY(name, 2, #name, "")
#define PROXIMA_PROFILED(name) proxima_profiled_##name
#else
#define PROXIMA_PROFILED(name) P##name
#endif
