// The process as one of the ranks of a run.
#include "run/home_copies.hpp"
#include "run/run.hpp"
#include "system/file.hpp"
#include "system/job_messages.hpp"
#include "system/launcher.hpp"

#include <proxima/detail/ranks.hpp>

#include <mutex>
#include <utility>

namespace proxima::detail {
namespace {

// True for one of the ranks that leave the run open, which says so for all.
bool is_first_apart(const std::string& directory, int rank) {
    return !directory.empty() && link_file(std::to_string(rank), directory + apart_link) == 0;
}

} // namespace

void Run::expect_ranks(std::string (*job_name)()) {
    const std::lock_guard lock(mutex_);
    expects_ranks_ = knows_mpi_ = true;
    job_name_ = job_name;
    speak_for_job(job_place().rank == 0);
}

void Run::leave_routines_out(const char* const* names, bool* is_left_out, std::size_t count) {
    const std::lock_guard lock(mutex_);
    for (std::size_t i = 0; i < count; ++i) {
        is_left_out[i] = !configuration_.selects_routine(names[i]);
    }
    routines_.assign(names, names + count);
}

std::string Run::make_ranks_directory(bool share) {
    const std::lock_guard lock(mutex_);
    speak_for_job(true);
    if (phase_ == Phase::running && directory_.empty() && failure_.empty()) {
        make_directory(share);
    }
    return directory_;
}

void Run::join_ranks(const std::string& directory, int rank, int ranks, bool is_first) {
    const std::lock_guard lock(mutex_);
    if (phase_ != Phase::running) {
        return;
    }
    rank_ = rank;
    ranks_ = ranks;
    expects_ranks_ = false;
    speak_for_job(is_first);
    say_what_is_not_counted();
    say_first_failure();
    if (directory_.empty() && !directory.empty()) {
        hold_directory(directory);
        if (holds_foreign_directory()) {
            hold_directory({});
            fail("cannot share " + directory + ": " + error_text(foreign_directory));
        } else {
            use_directory(directory);
        }
    }
    for (const auto& recorder : recorders_) {
        const std::lock_guard recorder_lock(recorder->mutex());
        open_buffer(*recorder);
    }
    if (is_first && !directory_.empty()) {
        write("run.json", run_json(summary(), false));
    }
}

// Ends the run of a rank, also without a directory: its call graph is in memory.
std::string Run::finish_rank() {
    const std::lock_guard lock(mutex_);
    const bool was_running = phase_ == Phase::running;
    end();
    return was_running ? summary().bytes() : std::string();
}

bool Run::finish_ranks(RunSummary all) {
    const std::lock_guard lock(mutex_);
    return end_.has_value() && !directory_.empty() && write_results(std::move(all));
}

void Run::leave_ranks() {
    const std::lock_guard lock(mutex_);
    remove_buffer_files();
}

void Run::leave_ranks_apart() {
    const std::lock_guard lock(mutex_);
    end();
    left_open_ = true;
    copy_home_now();
    if (is_first_apart(directory_, rank_)) {
        say("warning: some ranks have not come to MPI_Finalize in time, so the run is left open "
            "in " +
            directory_ + " (try: proxima recover " + directory_ + "; wait= sets the time)");
    }
}

// Leaves the run open; false if some data is only in memory.
bool Run::leave_open() {
    const std::lock_guard lock(mutex_);
    left_open_ = phase_ == Phase::running && configuration_.records && !directory_.empty();
    for (const auto& recorder : recorders_) {
        const std::lock_guard recorder_lock(recorder->mutex());
        left_open_ = left_open_ && recorder->is_in_files();
    }
    if (left_open_) {
        if (is_first_apart(directory_, rank_)) {
            say_left_open();
        }
        copy_home_now();
    }
    return left_open_;
}

void expect_ranks(std::string (*job_name)()) noexcept {
    run().expect_ranks(job_name);
}

void find_parent_run(const std::string& job) {
    const SlowSection section;
    run().find_parent_run(job);
}

std::string make_ranks_directory(bool share) {
    const SlowSection section;
    return run().make_ranks_directory(share);
}

void join_ranks(const std::string& directory, int rank, int ranks, bool is_first) {
    const SlowSection section;
    run().join_ranks(directory, rank, ranks, is_first);
}

void leave_routines_out(const char* const* names, bool* is_left_out, std::size_t count) {
    run().leave_routines_out(names, is_left_out, count);
}

int rank_rows() noexcept {
    return run().rank_rows();
}

std::string finish_rank() {
    const SlowSection section;
    return run().finish_rank();
}

// The summary of a rank whose run never began, or ended early, is empty.
std::string merge_ranks(const std::string& left, const std::string& right) {
    if (left.empty() || right.empty()) {
        return left + right;
    }
    RunSummary merged = RunSummary::from(left);
    merged.merge(RunSummary::from(right));
    return merged.bytes();
}

bool finish_ranks(const std::string& summary) {
    const SlowSection section;
    return !summary.empty() && run().finish_ranks(RunSummary::from(summary));
}

void leave_ranks() {
    const SlowSection section;
    run().leave_ranks();
}

void leave_ranks_apart() {
    const SlowSection section;
    run().leave_ranks_apart();
}

bool leave_run_open() {
    const SlowSection section;
    return run().leave_open();
}

bool write_run_file(const std::string& name, const std::string& text) {
    const SlowSection section;
    return run().write_file(name, text);
}

namespace {

std::mutex reduction_mutex;
RankReduction reduction_of_job;

} // namespace

void offer_reduction(RankReduction reduction) noexcept {
    const std::lock_guard lock(reduction_mutex);
    reduction_of_job = reduction;
}

RankReduction rank_reduction() noexcept {
    const std::lock_guard lock(reduction_mutex);
    return reduction_of_job;
}

} // namespace proxima::detail
