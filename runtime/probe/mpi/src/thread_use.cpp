#include "key_values.hpp"
#include "library.hpp"
#include "recorded_calls.hpp"

#include <proxima/detail/guards.hpp>
#include <proxima/detail/ranks.hpp>
#include <proxima/detail/snapshot.hpp>
#include <proxima/detail/thread_buffer.hpp>
#include <proxima/format/thread_buffer.hpp>

#include <cstring>
#include <exception>
#include <memory>
#include <mutex>
#include <pthread.h>
#include <utility>

namespace proxima::mpi {

__thread ThreadCounts* current_use;
#ifdef PROXIMA_MPI_ENTRY
std::atomic<Measuring> measuring{Measuring::unresolved};
#else
std::atomic<Measuring> measuring{Measuring::undecided};
#endif
bool only_counts = false;

namespace {

using format::SectionType;

// The counts of all threads. A new thread takes over the counts of an ended one, together with its
// buffer. Never destroyed: threads may call MPI until the process ends.
struct ThreadUses {
    std::mutex mutex;
    std::vector<std::unique_ptr<ThreadCounts>> all;
    format::MpiFacts facts{};
    int rank = 0;
};

ThreadUses& uses() {
    static auto* const instance = new ThreadUses; // NOLINT(cppcoreguidelines-owning-memory)
    return *instance;
}

// Returns rows in the memory of the calling thread's recorder, which another thread may take over.
template <class Row>
Row* rows(SectionType type, std::size_t count) noexcept {
    return static_cast<Row*>(
        detail::thread_section(static_cast<std::uint32_t>(type), sizeof(Row), count * sizeof(Row)));
}

void copy_facts(format::MpiFacts& to) noexcept {
    const std::uint64_t untracked = to.untracked;
    to = uses().facts;
    to.untracked = untracked;
}

void write_names(format::MpiRoutineCounts* row) noexcept {
    for (std::size_t i = 0; i < routine_count; ++i, ++row) {
        std::strncpy(row->name, routine_names[i], sizeof row->name - 1);
    }
}

// Gives the calling thread its counts. Null within the runtime, and if memory is short.
ThreadCounts* take() {
    const CountRows own{
        rows<format::MpiFacts>(SectionType::mpi_facts, 1),
        rows<format::MpiRoutineCounts>(SectionType::mpi_routines, routine_count),
        rows<format::MpiPartnerCounts>(SectionType::mpi_partners, most_partners + 1),
        rows<format::MpiPathCounts>(SectionType::mpi_paths, most_paths + 1)};
    if (own.facts == nullptr || own.routines == nullptr || own.partners == nullptr ||
        own.paths == nullptr) {
        return nullptr;
    }
    const std::lock_guard lock(uses().mutex);
    for (const auto& use : uses().all) {
        if (use->routines == own.routines) {
            use->frame = nullptr;
            use->open_call = nullptr;
            return use.get();
        }
    }
    uses().all.push_back(std::make_unique<ThreadCounts>(own));
    write_names(own.routines);
    copy_facts(*own.facts);
    return uses().all.back().get();
}

void leave_thread(void* /*use*/) {
    current_use = nullptr;
}

pthread_key_t exit_key() noexcept {
    static const pthread_key_t key = [] {
        pthread_key_t made{};
        pthread_key_create(&made, leave_thread);
        return made;
    }();
    return key;
}

// Stops measuring in a child of fork(): the counts belong to the parent, and it may not call MPI.
void forget_in_child() noexcept {
    measuring.store(Measuring::off, std::memory_order_relaxed);
}

// Sums up the routines for snapshots, while threads continue to call MPI.
void append_totals(std::vector<detail::RoutineTotal>& totals) {
    const OverheadSection section;
    const std::lock_guard lock(uses().mutex);
    for (std::size_t i = 0; i < routine_count; ++i) {
        detail::RoutineTotal total{routine_names[i], 0, 0};
        for (const auto& use : uses().all) {
            total.calls += __atomic_load_n(&use->routines[i].calls, __ATOMIC_RELAXED);
            total.ticks += __atomic_load_n(&use->routines[i].ticks, __ATOMIC_RELAXED);
        }
        if (total.calls != 0) {
            totals.push_back(total);
        }
    }
}

// Begins the run, unless it has begun, and checks the MPI.
Measuring decide() {
    // Static objects may call MPI before this library's constructor runs.
    expect_ranks();
    detail::begin_run();
    const detail::RunFacts facts = detail::run_facts();
    if (!facts.measuring) {
        return Measuring::off;
    }
    if (!is_right_library()) {
        if (hand_over()) {
            return Measuring::elsewhere;
        }
        say_wrong_library();
        return Measuring::off;
    }
    only_counts = facts.counter_is_clock;
    detail::report_mpi_call_cost(cost_of_one_call(facts.nanoseconds_per_tick));
    detail::leave_routines_out(routine_names, is_left_out, routine_count);
    if (facts.mpi_calls_are_invocations) {
        record_calls();
    }
    set_job(0, 1, "");
    if (int is_initialized = 0; PMPI_Initialized(&is_initialized), is_initialized == 0) {
        announce_rank();
        if (const std::string parent = parent_job(); !parent.empty()) {
            detail::find_parent_run(parent);
        }
    }
    pthread_atfork(nullptr, nullptr, forget_in_child);
    detail::report_routines(append_totals);
    return Measuring::on;
}

} // namespace

void decide_whether_to_measure() noexcept {
    const detail::NoFloatingPointExceptions no_exceptions;
    static std::once_flag decided;
    try {
        std::call_once(decided, [] { measuring.store(decide(), std::memory_order_release); });
    } catch (const std::exception&) { // no memory: measure nothing
        measuring.store(Measuring::off, std::memory_order_release);
    }
}

ThreadCounts* attach() noexcept {
    decide_whether_to_measure();
    if (measuring.load(std::memory_order_acquire) != Measuring::on) {
        return nullptr;
    }
    const OverheadSection section;
    try {
        current_use = take();
        pthread_setspecific(exit_key(), current_use);
    } catch (const std::exception&) { // no memory: this call is not measured
        return nullptr;
    }
    return current_use;
}

Bytes ThreadCounts::look_up_size(MPI_Datatype type) noexcept {
    MPI_Count size = 0;
    if (type != MPI_DATATYPE_NULL) {
        PMPI_Type_size_x(type, &size);
    }
    return known_sizes_.put(type, size < 0 ? 0 : static_cast<Bytes>(size));
}

format::MpiPartnerCounts& ThreadCounts::partner(const Partners* of, int rank) noexcept {
    constexpr std::size_t most_probes = 16;
    const std::uint32_t key = of == nullptr ? 0 : of->number + 1;
    const std::uint64_t hash = spread((std::uint64_t{key} << 32U) + static_cast<unsigned>(rank));
    for (std::size_t probe = 0; of != nullptr && probe < most_probes; ++probe) {
        format::MpiPartnerCounts& row = partners[((hash >> 32U) + probe) % most_partners];
        if (row.communicator == 0) {
            row.rank = rank;
            row.world_rank = world_rank(of->group, rank);
            row.communicator = key;
        }
        if (row.communicator == key && row.rank == rank) {
            return row;
        }
    }
    partners[most_partners].world_rank = -1;
    return partners[most_partners];
}

format::MpiPathCounts& ThreadCounts::find_path(std::uint32_t node, unsigned routine) noexcept {
    constexpr std::size_t most_probes = 16;
    for (std::size_t probe = 0; probe < most_probes; ++probe) {
        format::MpiPathCounts& row =
            paths[(node * std::uint32_t{61} + routine + probe) % most_paths];
        if (row.routine == 0) {
            row.node = node;
            __atomic_store_n(&row.routine, routine + 1, __ATOMIC_RELEASE);
        }
        if (row.node == node && row.routine == routine + 1) {
            return row;
        }
    }
    return paths[most_paths];
}

void ThreadCounts::count_sent(const Partners* to, int destination, Bytes bytes,
                              Ticks ticks) noexcept {
    format::MpiPartnerCounts& counts = partner(to, destination);
    add(counts.messages_sent, 1);
    add(counts.bytes_sent, bytes);
    add(counts.ticks, ticks);
}

void ThreadCounts::count_received(const Partners* from, int source, Bytes bytes,
                                  Ticks ticks) noexcept {
    format::MpiPartnerCounts& counts = partner(from, source);
    add(counts.messages_received, 1);
    add(counts.bytes_received, bytes);
    add(counts.ticks, ticks);
}

void set_job(int rank, int ranks, const char* thread_level) {
    const detail::RunFacts run = detail::run_facts();
    const std::string library = library_version();
    const OverheadSection section;
    const std::lock_guard lock(uses().mutex);
    format::MpiFacts& facts = uses().facts;
    facts.ticks_per_second = 1e9 / run.nanoseconds_per_tick;
    facts.ranks = static_cast<std::uint64_t>(ranks);
    std::strncpy(facts.thread_level, thread_level, sizeof facts.thread_level - 1);
    std::strncpy(facts.library, library.c_str(), sizeof facts.library - 1);
    uses().rank = rank;
    for (const auto& use : uses().all) {
        copy_facts(*use->facts);
    }
}

format::MpiReport own_report() {
    const double ticks_per_second = 1e9 / detail::run_facts().nanoseconds_per_tick;
    const OverheadSection section;
    const std::lock_guard lock(uses().mutex);
    const int rank = uses().rank < detail::rank_rows() ? uses().rank : -1;
    format::MpiReport report;
    for (const auto& use : uses().all) {
        use->facts->ticks_per_second = ticks_per_second; // more exact than in MPI_Init
        const std::vector<std::string> names = detail::call_paths(use->facts);
        report.add_thread({use->facts, use->routines, routine_count, use->partners,
                           most_partners + 1, use->paths, most_paths, &names},
                          rank);
    }
    report.end_rank();
    return report;
}

} // namespace proxima::mpi
