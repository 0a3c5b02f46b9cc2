// Forks of the measured process: the child begins a run of its own.
#include "run/home_copies.hpp"
#include "run/run.hpp"
#include "system/job_messages.hpp"

#include <proxima/detail/guards.hpp>

#include <iterator>
#include <unistd.h>
#include <utility>

namespace proxima::detail {

// Takes the locks in order: run, registry. SlowSection keeps the application's fork handlers
// unmeasured: they would wait for this thread.
void Run::before_fork() {
    if (is_runtime_interrupted()) { // a signal handler forks, and the thread may hold the locks
        return;
    }
    mutex_.lock();
    forking_.emplace();
    registry().mutex().lock();
}

void Run::after_fork_in_parent() {
    if (forking_.has_value()) {
        registry().mutex().unlock();
        forking_.reset();
        mutex_.unlock();
    }
}

void Run::after_fork_in_child() {
    const NoFloatingPointExceptions no_exceptions;
    is_child_ = true;
    if (!forking_.has_value()) { // forked inside the runtime: the child measures nothing
        phase_ = Phase::off;
        left_open_ = true;
        return;
    }
    if (phase_ == Phase::running || phase_ == Phase::finished) {
        become_child();
    }
    after_fork_in_parent();
    registry().reset_levels();
}

// Abandons the parent's recorders, and detaches the open invocations of this thread.
void Run::become_child() {
    current_buffer = &no_buffer;
    forget_home_copies();
    if (ThreadRecorder* const mine = set_recorder(nullptr)) {
        mine->tree().disown();
    }
    for (const auto& recorder : recorders_) {
        recorder->sample_timer().leave_to_parent();
    }
    std::move(recorders_.begin(), recorders_.end(), std::back_inserter(abandoned_));
    recorders_.clear();
    idle_recorders_.clear();
    if (phase_ == Phase::running && !failure_.empty() && directory_.empty()) {
        phase_ = Phase::off;
    } else if (phase_ == Phase::running) {
        phase_ = Phase::ready;
        parent_directory_ = directory_;
        configuration_.output = (directory_.empty() ? configuration_.output : directory_) +
                                ".child-" + std::to_string(getpid());
        directory_.clear();
    }
    speak_for_job(true);
    left_open_ = expects_ranks_ = is_spawned_ = false;
    rank_ = 0;
    ranks_ = 1;
    threads_ = 0;
    end_.reset();
    mpi_call_cost_.reset();
    overhead_due = ~std::uint64_t{0};
    level_changes_.clear();
    modules_ = {};
    has_given_up_samples_ = false;
    problems_ = counters_.messages; // they apply to the child, too
    failure_.clear();
    if (counter_source_ != nullptr) {
        if (std::string uncounted = counter_source_->begin_child(); !uncounted.empty()) {
            problems_.push_back(std::move(uncounted));
        }
    }
}

} // namespace proxima::detail
