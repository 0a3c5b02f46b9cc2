// The process as one of several ranks of a run.
#include "lane/thread.hpp"
#include "results/run_summary.hpp"
#include "run/run.hpp"
#include "system/message.hpp"

#include <proxima/ranks.hpp>

#include <cerrno>
#include <new>
#include <stdexcept>
#include <unistd.h>
#include <utility>

namespace proxima::detail {

void Run::expect_ranks() {
    const std::lock_guard lock(mutex_);
    expects_ranks_ = true;
    speak_for_job(false);
}

std::string Run::make_ranks_directory() {
    const std::lock_guard lock(mutex_);
    std::string made;
    speak_for_job(true); // the first rank's
    if (phase_ == Phase::running && !has_no_directory_ &&
        !make_run_directory(configuration_.output, made)) {
        made.clear();
    }
    return made;
}

// The provisional directory is given up; what is in it goes on where it is.
void Run::join_ranks(const std::string& directory, int rank, int ranks) {
    const std::lock_guard lock(mutex_);
    if (phase_ != Phase::running) {
        return;
    }
    rank_ = rank;
    ranks_ = ranks;
    expects_ranks_ = false;
    has_joined_ = true;
    speak_for_job(rank == 0);
    say_what_is_not_counted();
    say_unsaid();
    if (directory.empty() || directory_.empty()) {
        return;
    }
    if (const int error = move_to(directory); error != 0) {
        fail("cannot move the records of rank " + std::to_string(rank) + " from " + directory_ +
                 " to " + directory + ": " + error_text(error),
             "; they stay where they are");
        return;
    }
    if (rank_ == 0) {
        write("run.json", run_json(nullptr, false));
    }
}

int Run::move_to(const std::string& directory) {
    // On a machine of its own, with a file system of its own, the directory is not there yet.
    const std::string records = directory + "/records";
    for (const std::string& path : {directory, records}) {
        const int error = configuration_.records || path == directory ? make_directory(path) : 0;
        if (error != 0 && error != EEXIST) {
            return error;
        }
    }
    if (const int error = move_lanes(directory); error != 0) {
        return error;
    }
    move_value_files(directory);
    unlink((directory_ + "/run.json").c_str());
    rmdir((directory_ + "/records").c_str());
    rmdir(directory_.c_str());
    directory_ = directory;
    return 0;
}

// All or none.
int Run::move_lanes(const std::string& directory) {
    std::vector<LaneFiles> homes;
    const auto move = [](LaneState& lane, LaneFiles files) {
        const std::lock_guard lock(lane.mutex());
        return lane.move_files(std::move(files));
    };
    int error = 0;
    try {
        homes.reserve(lanes_.size());
        for (const auto& lane : lanes_) {
            LaneFiles home = lane->files();
            error = move(*lane, lane_files(directory, lane->number));
            if (error != 0) {
                break;
            }
            homes.push_back(std::move(home));
        }
    } catch (const std::bad_alloc&) {
        error = ENOMEM;
    }
    for (std::size_t number = 0; error != 0 && number < homes.size(); ++number) {
        move(*lanes_[number], std::move(homes[number]));
    }
    return error;
}

// MPI has not been begun: there are no other ranks.
void Run::leave_provisional_directory() {
    expects_ranks_ = false;
    speak_for_job(true);
    say_what_is_not_counted();
    say_unsaid();
    std::string made;
    if (directory_.empty() || !make_run_directory(configuration_.output, made)) {
        return;
    }
    if (const int error = move_to(made); error != 0) {
        fail("cannot move " + directory_ + " to " + made + ": " + error_text(error));
    }
}

// What only memory has would go with the process.
bool Run::leave_open() {
    const std::lock_guard lock(mutex_);
    left_open_ = phase_ == Phase::running && configuration_.records && !directory_.empty();
    for (const auto& lane : lanes_) {
        const std::lock_guard lane_lock(lane->mutex());
        left_open_ = left_open_ && lane->records();
    }
    if (left_open_) {
        say_left_open();
    }
    return left_open_;
}

void Run::say_left_open() const {
    if (!configuration_.quiet) {
        say("run left open in " + directory_ + " (try: proxima recover " + directory_ + ")");
    }
}

RunSummary Run::summary() {
    RunSummary summary;
    RunTotals& totals = summary.totals;
    totals.threads = threads_;
    totals.lanes = lanes_.size();
    std::uint64_t overhead = 0;
    std::vector<Tree*> trees;
    trees.reserve(lanes_.size());
    for (const auto& lane : lanes_) {
        const std::lock_guard lock(lane->mutex()); // its thread may still be running
        totals.invocations += lane->invocations();
        totals.records += lane->recorded();
        totals.bytes += lane->record_bytes();
        totals.lost += lane->lost();
        totals.forgotten += lane->forgotten();
        totals.only_in_graph += lane->only_in_graph();
        totals.lost_without_graph += lane->lost_without_graph();
        overhead += lane->lane().head.overhead;
        trees.push_back(&lane->tree());
    }
    totals.forgotten += late_invocations();
    totals.overhead = static_cast<double>(overhead) * 1e6 / clock_->ticks_per_second();
    summary.problems = problems_;
    summary.unsaid = unsaid_;
    for (const Registry::MethodUse& use : registry().methods()) {
        MethodFacts facts;
        facts.location = use.method->location;
        for (const ColumnInfo& column : use.method->columns) {
            facts.columns.emplace_back(column.name, column.type_name);
        }
        facts.instances.insert(use.instances.begin(), use.instances.end());
        summary.methods.emplace_back(
            MethodIdentity{use.method->port, use.method->name, use.method->signature},
            std::move(facts));
    }
    summary.graph = CallGraph(trees, {rank_, ranks_, rank_rows()}, clock_->ticks_per_second(),
                              counters_.counters);
    return summary;
}

std::string Run::finish_rank() {
    const std::lock_guard lock(mutex_);
    has_parted_ = phase_ == Phase::running;
    // One that had no directory of its own has a call graph all the same.
    return end() || has_parted_ ? summary().bytes() : std::string();
}

// A run of its own, like that of a child of a fork; it begins with the next measured call.
void Run::go_on_alone() {
    const std::lock_guard lock(mutex_);
    if (!has_parted_ || directory_.empty()) {
        return;
    }
    job_directory_ = parent_directory_ = directory_;
    job_file_suffix_ = ranks_ > 1 ? "-" + std::to_string(rank_) : std::string();
    configuration_.output = directory_ + "/" + after_finalize + "/" + std::to_string(rank_);
    configuration_.quiet = true; // it is the run of all that users are told of
    lanes_of_job_ = std::move(lanes_);
    lanes_.clear();
    idle_lanes_.clear();
    end_.reset();
    mpi_call_cost_.reset();
    problems_ = counters_.messages;
    unsaid_.clear();
    has_joined_ = has_parted_ = false;
    rank_ = 0;
    ranks_ = 1;
    threads_ = 0;
    phase_ = Phase::ready;
    if (measured_at_end_) {
        registry().measure(&configuration_);
    }
}

std::uint64_t Run::late_invocations() {
    std::uint64_t late = 0;
    for (const auto& lane : lanes_of_job_) {
        const std::lock_guard lock(lane->mutex());
        late += lane->late();
    }
    return late;
}

bool Run::finish_ranks(const RunSummary& all) {
    const std::lock_guard lock(mutex_);
    return end_.has_value() && !directory_.empty() && write_results(all);
}

bool Run::write_file(const std::string& name, const std::string& text) {
    const std::lock_guard lock(mutex_);
    return !directory_.empty() && write(name, text);
}

void expect_ranks() noexcept {
    run().expect_ranks();
}

std::string make_ranks_directory() {
    const SlowSection section;
    return run().make_ranks_directory();
}

void join_ranks(const std::string& directory, int rank, int ranks) {
    const SlowSection section;
    run().join_ranks(directory, rank, ranks);
}

int rank_rows() noexcept {
    return run().rank_rows();
}

std::string finish_rank() {
    const SlowSection section;
    return run().finish_rank();
}

// A rank whose run has not begun, or ended early, has nothing to say.
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
    run().remove_rings();
}

void go_on_alone() {
    const SlowSection section;
    run().go_on_alone();
}

bool leave_run_open() {
    const SlowSection section;
    return run().leave_open();
}

bool write_run_file(const std::string& name, const std::string& text) {
    const SlowSection section;
    return run().write_file(name, text);
}

} // namespace proxima::detail
