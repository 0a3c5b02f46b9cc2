// From MPI_Init to MPI_Finalize: the ranks meet in one run directory, and part again.
#include "library.hpp"
#include "measuring_ranks.hpp"
#include "report.hpp"
#include "slow_way.hpp"
#include "system/immortal.hpp"
#include "system/message.hpp"
#include "thread_uses.hpp"

#include <proxima/control.hpp>
#include <proxima/mpi/call.hpp>
#include <proxima/ranks.hpp>
#include <proxima/run_facts.hpp>

#include <algorithm>
#include <atomic>
#include <exception>
#include <memory>
#include <pthread.h>
#include <string_view>

namespace proxima::mpi {

namespace {

// Of the process; only MPI_Init and MPI_Finalize touch it, which no two threads call at once. What
// runs at exit asks for it, when static objects are gone.
std::unique_ptr<MeasuringRanks>& ranks() {
    static detail::Immortal<std::unique_ptr<MeasuringRanks>> instance;
    return *instance;
}

// MPI_COMM_WORLD: sessions have none.
bool has_world() noexcept {
    int initialized = 0;
    int finalized = 0;
    return PMPI_Initialized(&initialized) == MPI_SUCCESS && initialized != 0 &&
           PMPI_Finalized(&finalized) == MPI_SUCCESS && finalized == 0;
}

int world_rank() noexcept {
    int rank = 0;
    PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
    return rank;
}

int world_size() noexcept {
    int size = 1;
    PMPI_Comm_size(MPI_COMM_WORLD, &size);
    return size;
}

bool is_measuring() noexcept {
    return measuring.load(std::memory_order_relaxed) == Measuring::on;
}

Report own_report() {
    const double microseconds = detail::run_facts().nanoseconds_per_tick * 1e-3;
    const bool world = has_world();
    Report report = report_of_rank(world ? world_rank() : 0, microseconds, detail::rank_rows());
    report.size = world ? static_cast<std::uint64_t>(world_size()) : 1;
    report.library = library_version();
    report.thread_level = world ? thread_level() : "";
    return report;
}

// Empty if a rank has none.
std::string combine_reports(const std::string& left, const std::string& right) {
    if (left.empty() || right.empty()) {
        return left + right;
    }
    Report report = report_from(left);
    merge(report, report_from(right));
    return to_bytes(report);
}

// A failure to measure is never one of the application's.
template <class Action>
void guarded(const char* what, Action action) noexcept {
    try {
        action();
    } catch (const std::exception& error) {
        detail::say("error: " + std::string(what) + " failed: " + error.what());
    }
}

// A rank that fails must not keep the others waiting.
template <class Action>
std::string text_of(const char* what, Action action) noexcept {
    std::string text;
    guarded(what, [&] { text = action(); });
    return text;
}

template <std::size_t Size>
void copy(std::string_view text, std::array<char, Size>& to) noexcept {
    std::copy_n(text.begin(), std::min(text.size(), Size - 1), to.begin());
}

// From now on the counts of this rank outlive it.
void keep_counts() {
    const detail::RunFacts facts = detail::run_facts();
    if (facts.directory.empty()) {
        return;
    }
    UseHead head;
    head.rank = static_cast<std::uint32_t>(world_rank());
    head.ranks = static_cast<std::uint32_t>(world_size());
    head.ticks_per_second = 1e9 / facts.nanoseconds_per_tick;
    copy(thread_level(), head.thread_level);
    copy(library_version(), head.library);
    thread_uses().keep_in(facts.directory + "/mpi", head);
}

// What a process made by fork() shares with its parent are the counts of its parent, and it may not
// call MPI.
void forget_in_child() noexcept {
    measuring.store(Measuring::off, std::memory_order_relaxed);
    // Not freed: its communicator is the parent's.
    static_cast<void>(ranks().release()); // NOLINT(bugprone-unused-return-value)
}

int keyval_of_end = MPI_KEYVAL_INVALID;

int end_in_finalize(MPI_Comm, int, void*, void*) noexcept;

// MPI_Finalize begins with the callbacks of attributes of MPI_COMM_SELF, the last that was set
// first. So the one that is set in MPI_Init comes after all of the application's, which may call.
void be_called_back_in_finalize() noexcept {
    PMPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, end_in_finalize, &keyval_of_end, nullptr);
    PMPI_Comm_set_attr(MPI_COMM_SELF, keyval_of_end, nullptr);
}

// Ranks that are not measured come, too: those that are wait for them.
void meet() {
    decide_whether_to_measure();
    if (ranks() != nullptr || !is_right_library()) {
        return;
    }
    ranks() = std::make_unique<MeasuringRanks>(is_measuring());
    if (!is_measuring()) {
        return;
    }
    const SlowWay slow_way;
    const std::string made = text_of("making of the run directory", [] {
        return ranks()->is_first() ? detail::make_ranks_directory() : std::string();
    });
    detail::join_ranks(ranks()->of_first(made), world_rank(), world_size());
    keep_counts();
    be_called_back_in_finalize();
    pthread_atfork(nullptr, nullptr, forget_in_child);
}

bool write_report(const Report& report) {
    return detail::write_run_file("mpi.json", report_json(report));
}

// Of a rank that ends without the others: what it has counted stays in its files.
void end_alone() {
    if (ranks() == nullptr) { // the ranks have not met, so that each is a run of its own
        detail::join_ranks(detail::make_ranks_directory(), 0, 1);
    }
    const Report report = own_report();
    const bool is_alone = ranks() == nullptr || report.size == 1;
    if (is_alone && !report.routines.empty() && write_report(report)) {
        thread_uses().remove_files();
    }
}

void part() {
    if (!is_measuring()) {
        ranks().reset();
        return;
    }
    if (ranks() == nullptr) { // MPI_Init was not seen, so that its run is one of its own
        end_alone();
        return;
    }
    const std::string own = text_of("counting of MPI", [] { return to_bytes(own_report()); });
    const std::string report = ranks()->reduce(own, combine_reports);
    const std::string ended = text_of("ending of the run", [] { return detail::finish_rank(); });
    const std::string summary = ranks()->reduce(ended, detail::merge_ranks);
    const bool first = ranks()->is_first();
    const std::string counts_written = text_of("writing of mpi.json", [&] {
        return std::string(first && !report.empty() && write_report(report_from(report)) ? "written"
                                                                                         : "");
    });
    const std::string graph_written = text_of("writing of the call graph", [&] {
        return std::string(first && detail::finish_ranks(summary) ? "written" : "");
    });
    if (!ranks()->of_first(counts_written).empty()) {
        thread_uses().remove_files();
    }
    if (!ranks()->of_first(graph_written).empty()) {
        detail::leave_ranks();
    }
    ranks().reset();
    detail::go_on_alone();
}

void end_measuring() noexcept {
    guarded("merging of the ranks' measurements", part);
    measuring.store(Measuring::off, std::memory_order_relaxed);
}

int end_in_finalize(MPI_Comm, int, void*, void*) noexcept {
    end_measuring();
    return MPI_SUCCESS;
}

bool will_be_called_back() noexcept {
    void* value = nullptr;
    int is_set = 0;
    return keyval_of_end != MPI_KEYVAL_INVALID &&
           PMPI_Comm_get_attr(MPI_COMM_SELF, keyval_of_end, static_cast<void*>(&value), &is_set) ==
               MPI_SUCCESS &&
           is_set != 0;
}

} // namespace

void initialized(int outcome) noexcept {
    if (outcome == MPI_SUCCESS) {
        guarded("meeting of the ranks", meet);
    }
}

void finalize() noexcept {
    if (!is_measuring() || !will_be_called_back()) {
        end_measuring();
    } else if (current_use != nullptr) { // what is called until then is within MPI_Finalize
        current_use->frame = __builtin_frame_address(0);
    }
}

namespace {

std::atomic<bool> left_to_files{false};

void end_run() noexcept {
    if (!is_measuring() || left_to_files) {
        return;
    }
    guarded("writing of mpi.json", end_alone);
    measuring.store(Measuring::off, std::memory_order_relaxed);
    finish();
}

} // namespace

void abort_run() noexcept {
    if (!is_measuring()) {
        return;
    }
    guarded("leaving of the run", [] {
        left_to_files = ranks() != nullptr && thread_uses().in_files() && detail::leave_run_open();
    });
    end_run();
}

namespace {

// Before anything can be measured, and after the application's own static objects are gone.
[[gnu::constructor]] void expect_other_ranks() {
    detail::expect_ranks();
}

[[gnu::destructor]] void end_without_finalize() {
    end_run();
}

} // namespace

} // namespace proxima::mpi
