// MPI_Init and MPI_Finalize: joins the ranks in one run directory, and merges their results.
#include "key_values.hpp"
#include "library.hpp"
#include "ranks.hpp"

#include <proxima/control.hpp>
#include <proxima/detail/guards.hpp>
#include <proxima/detail/message.hpp>
#include <proxima/detail/ranks.hpp>
#include <proxima/detail/regions.hpp>
#include <proxima/mpi/call.hpp>

#include <algorithm>
#include <exception>
#include <string>
#include <vector>

namespace proxima::mpi {
namespace {

// Null before MPI_Init and after MPI_Finalize. Only these two use it.
Ranks* ranks = nullptr;

bool has_joined = false; // a run of its own, if `ranks` is null

bool is_measuring() noexcept {
    return measuring.load(std::memory_order_relaxed) == Measuring::on;
}

// Reports a failure instead of passing it to the application.
template <class Action>
void guarded(const char* what, Action action) noexcept {
    const detail::NoFloatingPointExceptions no_exceptions;
    try {
        action();
    } catch (const std::exception& error) {
        detail::say("error: " + std::string(what) + " failed: " + error.what());
    }
}

// Returns the text that `action` makes; empty after a failure, so that other ranks need not wait.
template <class Action>
std::string text_of(const char* what, Action action) noexcept {
    std::string text;
    guarded(what, [&] { text = action(); });
    return text;
}

// Merges two reports; a rank without one has an empty text.
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

// Lists ranks as "1, 4-7".
std::string text_of_ranks(std::vector<int> ranks) {
    std::sort(ranks.begin(), ranks.end());
    std::string text;
    for (std::size_t i = 0, last = 0; i < ranks.size(); i = last + 1) {
        for (last = i; last + 1 < ranks.size() && ranks[last + 1] == ranks[last] + 1;) {
            ++last;
        }
        text += (i == 0 ? "" : ", ") + std::to_string(ranks[i]);
        text += last == i ? "" : "-" + std::to_string(ranks[last]);
    }
    return text;
}

// Makes a communicator of the measured ranks; null if they cannot be found.
MPI_Comm measured_ranks(int rank, int size) {
    MPI_Comm communicator = MPI_COMM_NULL;
    if (size == 1 || detail::run_facts().all_ranks_measure) {
        PMPI_Comm_dup(MPI_COMM_WORLD, &communicator);
        return communicator;
    }
    const auto missing = can_ask_ranks() ? find_unmeasured_ranks() : std::nullopt;
    if (!missing) {
        if (rank == 0) {
            detail::say(can_ask_ranks()
                            ? "warning: the ranks go on alone, because some do not answer"
                            : "warning: the ranks go on alone, because their launcher has neither "
                              "PMIx nor Hydra's PMI to ask which of them are measured; if all "
                              "are, add ranks=all to PROXIMA");
        }
        return communicator;
    }
    MPI_Group all{};
    MPI_Group group{};
    PMPI_Comm_group(MPI_COMM_WORLD, &all);
    PMPI_Group_excl(all, static_cast<int>(missing->size()), missing->data(), &group);
    PMPI_Comm_create_group(MPI_COMM_WORLD, group, 0, &communicator);
    int own = 0;
    PMPI_Comm_rank(communicator, &own);
    if (own == 0 && !missing->empty()) {
        detail::say(
            "warning: not measured: " + std::string(missing->size() == 1 ? "rank " : "ranks ") +
            text_of_ranks(*missing) +
            "; load libproxima_mpi and set PROXIMA in all ranks of the job");
    }
    PMPI_Group_free(&group);
    PMPI_Group_free(&all);
    return communicator;
}

// Ends the run in MPI_Finalize if that is not seen (other languages): MPI deletes the attributes
// of this communicator first, while it can communicate.
void finalize_without_wrapper() {
    const auto no_copy = [](MPI_Comm, int, void*, void*, void*, int* is_copied) {
        *is_copied = 0;
        return MPI_SUCCESS;
    };
    const auto on_delete = [](MPI_Comm, int, void*, void*) {
        finalize();
        return MPI_SUCCESS;
    };
    int key = MPI_KEYVAL_INVALID;
    PMPI_Comm_create_keyval(no_copy, on_delete, &key, nullptr);
    PMPI_Comm_set_attr(MPI_COMM_SELF, key, nullptr);
}

// Without a name for the job, each rank is a run.
void go_alone(int rank, int size) {
    const int sharing = job_name().empty() ? 1 : size;
    set_job(rank, sharing, thread_level());
    detail::join_ranks(detail::make_ranks_directory(true), rank, sharing, rank == 0);
}

// Joins this rank with the others that are measured.
void join_job() {
    decide_whether_to_measure();
    if (has_joined || !is_measuring() || !is_right_library()) {
        return;
    }
    has_joined = true;
    const detail::OwnWork own_work;
    int rank = 0;
    int size = 1;
    PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
    PMPI_Comm_size(MPI_COMM_WORLD, &size);
    const MPI_Comm communicator = measured_ranks(rank, size);
    stop_asking();
    if (communicator == MPI_COMM_NULL) {
        go_alone(rank, size);
        return;
    }
    set_job(rank, size, thread_level());
    ranks = new Ranks(communicator); // NOLINT(cppcoreguidelines-owning-memory): see finalize()
    std::string made = text_of("making of the run directory", [] {
        return ranks->is_first() ? detail::make_ranks_directory(true) : std::string();
    });
    if (!ranks->broadcast(made)) {
        ranks = nullptr; // leaks, since MPI may use its buffers
        go_alone(rank, size);
        return;
    }
    detail::join_ranks(made, rank, size, ranks->is_first());
    offer_reductions(communicator);
    finalize_without_wrapper();
}

// Ends the run of all ranks; the first one writes the results. False if some do not answer.
bool merge_and_write() {
    if (!ranks->meet(detail::run_facts().longest_wait) ||
        !end_reductions(ranks->communicator(), ranks->answer_limit())) {
        return false;
    }
    std::string report = text_of("counting of MPI", [] { return own_report().bytes(); });
    if (!ranks->reduce(report, merge_reports)) {
        return false;
    }
    std::string summary = text_of("ending of the run", [] { return detail::finish_rank(); });
    if (!ranks->reduce(summary, detail::merge_ranks)) {
        return false;
    }
    std::string written = text_of("writing of the run", [&] {
        const bool is_first = ranks->is_first();
        const bool counts =
            is_first && !report.empty() && write_report(format::MpiReport::from(report));
        return std::string(is_first && detail::finish_ranks(summary) && counts ? "written" : "");
    });
    if (!ranks->broadcast(written)) {
        return false;
    }
    if (!written.empty()) {
        detail::leave_ranks();
    }
    return true;
}

// Ends a rank without the others: its files stay, so that the run can be recovered.
void end_alone() {
    if (!has_joined && detail::run_facts().ranks == 1) { // without MPI_Init: a run of its own
        detail::join_ranks(detail::make_ranks_directory(false), 0, 1, true);
    }
    const format::MpiReport report = own_report();
    if (report.ranks == 1 && detail::run_facts().ranks == 1) {
        write_report(report);
    }
}

bool left_to_files = false;

void end_run() noexcept {
    if (left_to_files || measuring.load() == Measuring::elsewhere ||
        measuring.exchange(Measuring::off) != Measuring::on) {
        return;
    }
    if (!detail::is_within_runtime()) { // else a signal handler exits, and locks may be held
        guarded("writing of mpi.json", end_alone);
    }
    finish();
}

} // namespace

void initialized(int outcome) noexcept {
    if (outcome == MPI_SUCCESS) {
        guarded("meeting of the ranks", join_job);
    }
}

// Ends measuring of MPI.
void finalize() noexcept {
    if (ranks == nullptr) {
        end_run();
        return;
    }
    if (measuring.exchange(Measuring::off) == Measuring::on) {
        guarded("merging of the ranks' measurements", [] {
            if (!merge_and_write()) {
                detail::leave_ranks_apart();
                ranks = nullptr; // leaks, since MPI may use its buffers
            }
        });
    }
    delete ranks; // NOLINT(cppcoreguidelines-owning-memory): see join_job()
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

// Hooks of the library: before any measuring, and after the application's static objects are
// destroyed.
[[gnu::constructor]] void expect_other_ranks() {
    const bool is_found = find_program_mpi();
    if (is_found && hand_over()) {
        measuring.store(Measuring::elsewhere);
    } else {
        if (is_found && !is_right_library()) { // its handles are not those of the wrappers
            measuring.store(Measuring::off);
        }
        expect_ranks();
    }
}

[[gnu::destructor]] void end_without_finalize() {
    end_run();
}

} // namespace

} // namespace proxima::mpi
