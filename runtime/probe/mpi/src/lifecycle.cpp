// MPI_Init and MPI_Finalize: joins the ranks in one run directory, and merges their results.
#include "library.hpp"

#include <proxima/control.hpp>
#include <proxima/detail/guards.hpp>
#include <proxima/detail/message.hpp>
#include <proxima/detail/ranks.hpp>
#include <proxima/detail/regions.hpp>
#include <proxima/mpi/call.hpp>

#include <algorithm>
#include <cstdint>
#include <exception>
#include <functional>
#include <string>

namespace proxima::mpi {
namespace {

constexpr int tag = 0;

// The largest message: MPI counts with int.
constexpr std::size_t most_at_once = std::size_t{1} << 30U;

// The measured ranks, which communicate by PMPI in a communicator of their own.
class Ranks {
public:
    // Collective over MPI_COMM_WORLD: measured and unmeasured ranks call it.
    explicit Ranks(bool measured);
    Ranks(const Ranks&) = delete;
    Ranks& operator=(const Ranks&) = delete;
    // Collective over the measured ranks.
    ~Ranks();

    bool is_first() const noexcept { return rank_ == 0; }

    void offer_reductions() const { mpi::offer_reductions(communicator_); }
    void end_reductions() const noexcept { mpi::end_reductions(communicator_); }

    // Broadcasts the text of the first rank.
    std::string broadcast(const std::string& text) const;

    // Combines the texts of all ranks by a binomial tree. Only the first rank gets the result. If
    // `combine` throws, the text of the other rank is lost.
    using Combine = std::function<std::string(const std::string&, const std::string&)>;
    std::string reduce(std::string text, const Combine& combine) const;

private:
    void send(const std::string& text, int to) const;
    std::string receive(int from) const;

    MPI_Comm communicator_ = MPI_COMM_NULL; // null: this rank is not measured
    int rank_ = 0;
    int size_ = 1;
};

Ranks::Ranks(bool measured) {
    int world_rank = 0;
    PMPI_Comm_rank(MPI_COMM_WORLD, &world_rank);
    PMPI_Comm_split(MPI_COMM_WORLD, measured ? 0 : MPI_UNDEFINED, world_rank, &communicator_);
    if (communicator_ != MPI_COMM_NULL) {
        // Keeps failures of this library from the application's handler.
        PMPI_Comm_set_errhandler(communicator_, MPI_ERRORS_RETURN);
        PMPI_Comm_rank(communicator_, &rank_);
        PMPI_Comm_size(communicator_, &size_);
    }
}

Ranks::~Ranks() {
    if (communicator_ != MPI_COMM_NULL) {
        PMPI_Comm_free(&communicator_);
    }
}

std::string Ranks::broadcast(const std::string& text) const {
    std::uint64_t size = text.size();
    PMPI_Bcast(&size, sizeof size, MPI_BYTE, 0, communicator_);
    std::string result = text;
    result.resize(size);
    PMPI_Bcast(result.data(), static_cast<int>(size), MPI_BYTE, 0, communicator_);
    return result;
}

void Ranks::send(const std::string& text, int to) const {
    const std::uint64_t size = text.size();
    PMPI_Send(&size, sizeof size, MPI_BYTE, to, tag, communicator_);
    for (std::size_t sent = 0; sent < text.size(); sent += most_at_once) {
        const std::size_t part = std::min(text.size() - sent, most_at_once);
        PMPI_Send(text.data() + sent, static_cast<int>(part), MPI_BYTE, to, tag, communicator_);
    }
}

std::string Ranks::receive(int from) const {
    std::uint64_t size = 0;
    PMPI_Recv(&size, sizeof size, MPI_BYTE, from, tag, communicator_, MPI_STATUS_IGNORE);
    std::string text(size, '\0');
    for (std::size_t received = 0; received < size; received += most_at_once) {
        const std::size_t part = std::min(text.size() - received, most_at_once);
        PMPI_Recv(text.data() + received, static_cast<int>(part), MPI_BYTE, from, tag,
                  communicator_, MPI_STATUS_IGNORE);
    }
    return text;
}

std::string Ranks::reduce(std::string text, const Combine& combine) const {
    for (int step = 1; step < size_; step *= 2) {
        if ((rank_ & step) != 0) {
            send(text, rank_ - step);
            return text;
        }
        if (rank_ + step < size_) {
            const std::string other = receive(rank_ + step);
            try {
                text = combine(text, other);
            } catch (const std::exception& error) {
                detail::say("error: the measurements of some ranks are lost: " +
                            std::string(error.what()));
            }
        }
    }
    return text;
}

// Null before MPI_Init and after MPI_Finalize. Only these two use it.
Ranks* ranks = nullptr;

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

// Joins this rank with the others. Unmeasured ranks take part, because the communicator is split
// over all ranks.
void join_job() {
    decide_whether_to_measure();
    if (ranks != nullptr || !is_right_library()) {
        return;
    }
    ranks = new Ranks(is_measuring()); // NOLINT(cppcoreguidelines-owning-memory): see finalize()
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
    detail::join_ranks(ranks->broadcast(made), rank, size);
    set_job(rank, size, thread_level());
    ranks->offer_reductions();
    detail::add_overhead(detail::clock_ticks() - begin);
}

// Ends the run of all ranks; the first one writes the results.
void merge_and_write() {
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
    if (!ranks->broadcast(written).empty()) {
        detail::leave_ranks();
    }
}

// Ends a rank without the others: its files stay, so that the run can be recovered.
void end_alone() {
    if (ranks == nullptr) { // without MPI_Init each rank is a run of its own
        detail::join_ranks(detail::make_ranks_directory(), 0, 1);
    }
    const format::MpiReport report = own_report();
    if (report.ranks == 1) {
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
        ranks->end_reductions();
        guarded("merging of the ranks' measurements", merge_and_write);
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
        detail::expect_ranks();
    }
}

[[gnu::destructor]] void end_without_finalize() {
    end_run();
}

} // namespace

} // namespace proxima::mpi
