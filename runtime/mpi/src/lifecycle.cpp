// From MPI_Init to MPI_Finalize: the ranks meet in one run directory, and part again.
#include "library.hpp"
#include "ranks.hpp"

#include <proxima/control.hpp>
#include <proxima/detail/message.hpp>
#include <proxima/detail/ranks.hpp>
#include <proxima/mpi/call.hpp>

#include <exception>

namespace proxima::mpi {

namespace {

// Of the process; only MPI_Init and MPI_Finalize touch it, which no two threads call at once.
// Null: MPI_Init was not seen, or MPI_Finalize was.
Ranks* ranks = nullptr;

bool is_measuring() noexcept {
    return measuring.load(std::memory_order_relaxed) == Measuring::on;
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

// Empty if a rank has none.
std::string merge_reports(const std::string& left, const std::string& right) {
    if (left.empty() || right.empty()) {
        return left + right;
    }
    auto report = format::MpiReport::from(left);
    report.merge(format::MpiReport::from(right));
    return report.bytes();
}

bool write_report(const format::MpiReport& report) {
    return detail::write_run_file("mpi.json", report.json());
}

// Ranks that are not measured come, too: those that are wait for them.
void meet() {
    decide_whether_to_measure();
    if (ranks != nullptr || !is_right_library()) {
        return;
    }
    ranks = new Ranks(is_measuring()); // NOLINT(cppcoreguidelines-owning-memory): until they part
    if (!is_measuring()) {
        return;
    }
    const Ticks begin = detail::clock_ticks();
    int rank = 0;
    int size = 1;
    PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
    PMPI_Comm_size(MPI_COMM_WORLD, &size);
    const std::string made = text_of("making of the run directory", [] {
        return ranks->is_first() ? detail::make_ranks_directory() : std::string();
    });
    detail::join_ranks(ranks->of_first(made), rank, size);
    know_job(rank, size, thread_level());
    detail::add_overhead(detail::clock_ticks() - begin);
}

// All ranks end their run together, and the first writes what all have measured.
void part() {
    const std::string own = text_of("counting of MPI", [] { return own_report().bytes(); });
    const std::string report = ranks->reduce(own, merge_reports);
    const std::string ended = text_of("ending of the run", [] { return detail::finish_rank(); });
    const std::string summary = ranks->reduce(ended, detail::merge_ranks);
    const std::string written = text_of("writing of the run", [&] {
        const bool is_first = ranks->is_first();
        const bool counts =
            is_first && !report.empty() && write_report(format::MpiReport::from(report));
        return std::string(is_first && detail::finish_ranks(summary) && counts ? "written" : "");
    });
    if (!ranks->of_first(written).empty()) {
        detail::leave_ranks();
    }
}

// Of a rank that ends without the others: what it has measured stays in its files, from which it
// can be recovered.
void end_alone() {
    if (ranks == nullptr) { // MPI_Init was not seen: each rank is a run of its own
        detail::join_ranks(detail::make_ranks_directory(), 0, 1);
    }
    const format::MpiReport report = own_report();
    if (report.ranks == 1) {
        write_report(report);
    }
}

bool left_to_files = false;

void end_run() noexcept {
    if (left_to_files || measuring.exchange(Measuring::off) != Measuring::on) {
        return;
    }
    guarded("writing of mpi.json", end_alone);
    finish();
}

} // namespace

void initialized(int outcome) noexcept {
    if (outcome == MPI_SUCCESS) {
        guarded("meeting of the ranks", meet);
    }
}

// The end of the run: of what comes later nothing is measured.
void finalize() noexcept {
    if (ranks == nullptr) {
        end_run();
        return;
    }
    if (measuring.exchange(Measuring::off) == Measuring::on) {
        guarded("merging of the ranks' measurements", part);
    }
    delete ranks; // NOLINT(cppcoreguidelines-owning-memory): made when they met
    ranks = nullptr;
}

void abort_run() noexcept {
    if (!is_measuring()) {
        return;
    }
    guarded("leaving of the run",
            [] { left_to_files = ranks != nullptr && detail::leave_run_open(); });
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
