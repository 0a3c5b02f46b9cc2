// From MPI_Init to MPI_Finalize: the ranks meet in one run directory, and part again.
#include "measuring_ranks.hpp"
#include "message.hpp"
#include "report.hpp"
#include "thread_uses.hpp"

#include <proxima/control.hpp>
#include <proxima/mpi/call.hpp>
#include <proxima/ranks.hpp>
#include <proxima/run_facts.hpp>

#include <exception>
#include <memory>
#include <optional>

namespace proxima::mpi {

namespace {

// Of the process; only MPI_Init and MPI_Finalize touch it, which no two threads call at once.
std::unique_ptr<MeasuringRanks>& ranks() {
    static std::unique_ptr<MeasuringRanks> instance;
    return instance;
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
    return report_of_rank(world_rank(), world_size(), microseconds, detail::rank_rows());
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

void meet() {
    decide_whether_to_measure();
    ranks() = std::make_unique<MeasuringRanks>(is_measuring());
    if (!is_measuring()) {
        return;
    }
    const std::string made = text_of("making of the run directory", [] {
        return ranks()->is_first() ? detail::make_ranks_directory() : std::string();
    });
    detail::join_ranks(ranks()->of_first(made), world_rank(), world_size());
}

void part() {
    if (!is_measuring()) {
        ranks().reset();
        return;
    }
    const std::string own = text_of("counting of MPI", [] { return to_bytes(own_report()); });
    const std::string report = ranks()->reduce(own, combine_reports);
    const std::string ended = text_of("ending of the run", [] { return detail::finish_rank(); });
    const std::string summary = ranks()->reduce(ended, detail::merge_ranks);
    if (ranks()->is_first()) {
        if (!report.empty()) {
            detail::write_run_file("mpi.json", report_json(report_from(report)));
        }
        detail::finish_ranks(summary);
    }
    ranks().reset();
}

// Of a rank that ends without the others.
void write_own_report() {
    const std::string rank = std::to_string(world_rank());
    detail::write_run_file("mpi-" + rank + ".json", report_json(own_report()));
}

} // namespace

void initialized() noexcept {
    guarded("meeting of the ranks", meet);
}

void finalize() noexcept {
    guarded("merging of the ranks' measurements", part);
    measuring.store(Measuring::off, std::memory_order_relaxed);
}

void abort_run() noexcept {
    guarded("writing of mpi.json", write_own_report);
    measuring.store(Measuring::off, std::memory_order_relaxed);
    finish();
}

namespace {

// Before anything can be measured, and after the application's own static objects are gone.
[[gnu::constructor]] void expect_other_ranks() {
    detail::expect_ranks();
}

[[gnu::destructor]] void end_without_finalize() {
    int initialized = 0;
    int finalized = 0;
    if (!is_measuring() || PMPI_Initialized(&initialized) != MPI_SUCCESS || initialized == 0 ||
        PMPI_Finalized(&finalized) != MPI_SUCCESS || finalized != 0) {
        return;
    }
    abort_run();
}

} // namespace

} // namespace proxima::mpi
