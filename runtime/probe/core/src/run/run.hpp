// The run of this process: from configuration to the completed run directory.
#pragma once

#include "buffer/thread_state.hpp"
#include "clock/clock.hpp"
#include "configuration/configuration.hpp"
#include "results/run_summary.hpp"
#include "run/cost.hpp"
#include "run/overhead_budget.hpp"
#include "stacks/modules.hpp"

#include <proxima/detail/counter_source.hpp>
#include <proxima/detail/run_facts.hpp>
#include <proxima/format/machine.hpp>

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace proxima::detail {

// Facts about the process for run.json, taken at the start: after a change of the root they cannot
// be read.
struct ProcessFacts {
    std::vector<std::string> command;
    std::string directory;
    std::string executable;
    format::Machine machine;
};

ProcessFacts facts_of_process();

// Below the run directory: a symbolic link to the name of the job that writes there.
constexpr const char* job_link = "/.job";

// The same, made by the first rank that has not got an answer from all others.
constexpr const char* apart_link = "/.apart";

class Run {
public:
    // Configures the run from the environment, unless it is configured.
    void configure_from_environment();
    bool configure(std::string_view text);
    // True from the configuration of a run that measures to its end.
    bool is_measuring();
    // Warns at the exit of a process that should have measured but never began.
    void say_that_nothing_was_measured();

    void enable();
    void disable();
    // Ends the run. If `is_interrupted`, the thread may hold the runtime's locks.
    void finish(bool is_interrupted);

    // Opens the files of a recorder before its first node; makes the run directory if need be.
    void place(ThreadRecorder& recorder);
    // Notes what has been loaded, for readers of stack samples.
    void note_modules();
    // A recorder for the calling thread; null if nothing is measured. Throws std::bad_alloc; the
    // caller may try again.
    ThreadRecorder* attach();
    void detach(ThreadRecorder& recorder);

    // The clock in ticks; valid once the run has begun.
    std::uint64_t clock_ticks() const noexcept { return clock_->now(); }
    RunFacts facts();
    std::string directory();
    void report_mpi_call_cost(CallCost cost);
    void select_methods(SelectionRule rule);
    std::string sample_methods(std::string_view pattern, std::string_view records);
    bool write_file(const std::string& name, const std::string& text);
    const std::vector<CounterInfo>& counters() const noexcept { return counters_.counters; }
    // Calls `action` with every recorder, under the lock of the run.
    template <class Action>
    void for_each_recorder(Action action) {
        const std::lock_guard lock(mutex_);
        for (const auto& recorder : recorders_) {
            action(*recorder);
        }
    }

    // Keeps methods of instrumented sources within 5 % of the processor time, unless overhead= is
    // given or the run has begun to measure.
    void limit_overhead_of_sources();
    // Decides about overhead=, for the calling thread, whose recorder is `own`.
    void keep_overhead(ThreadRecorder& own) noexcept;

    // Does nothing and returns false if the lock of the run is taken.
    template <class Action>
    bool try_for_each_recorder(Action action) {
        const std::unique_lock lock(mutex_, std::try_to_lock);
        for (std::size_t i = 0; lock.owns_lock() && i < recorders_.size(); ++i) {
            action(*recorders_[i]);
        }
        return lock.owns_lock();
    }

    // Functions for MPI ranks; see proxima/detail/ranks.hpp.
    void expect_ranks(std::string (*job_name)());
    std::string make_ranks_directory(bool share);
    void find_parent_run(const std::string& job);
    void leave_routines_out(const char* const* names, bool* is_left_out, std::size_t count);
    void join_ranks(const std::string& directory, int rank, int ranks, bool is_first);
    int rank_rows() const noexcept { return static_cast<int>(configuration_.rank_rows); }
    std::string finish_rank();
    bool finish_ranks(RunSummary all);
    void leave_ranks();
    void leave_ranks_apart();
    bool leave_open();

    void before_fork();
    void after_fork_in_parent();
    void after_fork_in_child();

private:
    enum class Phase { unconfigured, off, ready, running, finished };

    bool take_configuration(std::string_view text, const char* source);
    void start();
    void limit_records();
    void begin_threads();
    // Adds a problem if other tools keep libproxima_threads from seeing where calls came from.
    void explain_missing_origins(std::uint64_t calls);
    void choose_counters();
    void say_what_is_not_counted() const;
    // Starts counters on the calling thread.
    void begin_counting();

    void begin_to_limit_overhead();
    OverheadInterval overhead_since_last_time();
    void add_calls_of(TreeNode& node, std::vector<MethodLoad>& loads);
    void change_levels(const std::vector<LevelChange>& changes);
    void write_level_changes();
    bool is_due(const ThreadRecorder& own) noexcept;
    std::uint64_t end_of_pause_after(double took_ns, double most) const;

    void begin_sampling(ThreadRecorder& recorder);
    void measure_interruption();
    void write_modules();
    void end_sampling();

    void add_problem(std::string problem);
    // Adds a problem and prints it.
    void fail(std::string problem);
    // Prints the first failure, unless one was printed.
    void say_first_failure() const;

    void make_directory(bool share);
    void use_directory(const std::string& directory);
    void link_from_parent() const;
    bool write(const std::string& name, const std::string& text);

    ThreadRecorder& idle_recorder();
    void begin(ThreadRecorder& recorder);
    // Call it with the recorder's lock.
    void open_buffer(ThreadRecorder& recorder);
    void say_where_buffer_is(const BufferFile& buffer);

    void become_child();
    bool end();
    void close_recorders();
    void report_errors();
    void say_that_ranks_are_apart() const;
    void say_unmatched_rules(const std::vector<std::string>& methods) const;
    RunSummary summary();
    int write_call_graph(const RankGraph& graph) const;
    bool write_results(RunSummary summary);
    void remove_buffer_files() noexcept;
    // Returns the text of run.json. With `has_graph`, callgraph.json is written: the run is
    // complete.
    std::string run_json(const RunSummary& summary, bool has_graph) const;
    void say_left_open() const;

    // Timed: the end of the run waits only for some time for threads inside the runtime.
    std::timed_mutex mutex_;
    std::optional<SlowSection> forking_; // set while a thread is in fork()
    Phase phase_ = Phase::unconfigured;
    bool is_child_ = false; // the process is the child of a fork
    Configuration configuration_;
    std::optional<Clock> clock_;
    std::optional<DiskBudget> budget_;
    Cost cost_;
    ProcessFacts facts_;
    std::optional<CallCost> mpi_call_cost_;   // empty: MPI is not measured
    CounterSource* counter_source_ = nullptr; // null: no counters are read
    CounterFacts counters_;
    CounterCost counter_cost_;
    double calibration_us_ = 0;             // processor time
    std::optional<double> interruption_ns_; // of a sample, without its handler
    std::optional<ClockPair> end_;
    ProcessorUse use_at_start_;
    ProcessorUse use_;      // from the start to the end
    std::string directory_; // empty: it could not be created, or ranks are expected
    std::string parent_directory_;
    bool is_spawned_ = false; // by the MPI job of that run
    bool left_open_ = false;
    bool expects_ranks_ = false; // the directory is made later
    bool counters_chosen_ = false;
    bool has_given_up_samples_ = false;
    std::string (*job_name_)() = nullptr;
    bool knows_mpi_ = false;
    std::vector<std::string> routines_; // of MPI, which are wrapped
    int rank_ = 0;
    int ranks_ = 1;
    std::vector<std::unique_ptr<ThreadRecorder>> recorders_;
    std::vector<ThreadRecorder*> idle_recorders_;
    std::vector<std::unique_ptr<ThreadRecorder>> abandoned_; // recorders of the parent of a fork
    std::uint64_t threads_ = 0;
    std::optional<OverheadState> overhead_; // empty: no budget
    std::vector<NamedLevelChange> level_changes_;
    Modules modules_;
    std::vector<std::string> problems_;
    std::string failure_; // the first problem that is an error
};

Run& run() noexcept;

// Moment of the next decision about overhead=, in ticks; the largest number: none.
extern std::atomic<std::uint64_t> overhead_due;

// Call it without the lock of the recorder, where the thread has just read the clock.
inline void pass_overhead(ThreadRecorder& own, std::uint64_t now) noexcept {
    if (__builtin_expect(now >= overhead_due.load(std::memory_order_relaxed), 0)) {
        run().keep_overhead(own);
    }
}

// The calling thread's recorder; null if nothing is measured. Throws std::bad_alloc; the caller may
// try again.
inline ThreadRecorder* own_recorder() {
    if (this_thread.recorder == nullptr) {
        set_recorder(run().attach());
    }
    return this_thread.recorder;
}

} // namespace proxima::detail
