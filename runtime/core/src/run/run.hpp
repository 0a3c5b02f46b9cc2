// The run of this process: from configuration to the completed run directory.
#pragma once

#include "clock/clock.hpp"
#include "counters/counter_source.hpp"
#include "lane/lane_state.hpp"
#include "lane/thread.hpp"
#include "run/configuration.hpp"

#include <proxima/run_facts.hpp>

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace proxima::detail {

struct RunSummary;
struct RunTotals;

struct Cost {
    CallCost recorded;
    CallCost aggregated; // without records
    CallCost overlapped; // recorded, of calls whose work most of it overlaps with
};

class Run {
public:
    // Takes the environment's configuration, unless there is one.
    void configure_from_environment();
    bool configure(std::string_view text);

    void enable();
    void disable();
    void finish();
    bool leave_open();

    // A lane for the calling thread; null if nothing is measured.
    LaneState* attach();
    void detach(LaneState& lane);

    const Clock& clock() const noexcept { return *clock_; }
    RunFacts facts();
    void report_message(std::string message);
    void report_mpi_call_cost(CallCost cost);
    void* map_value_file(std::size_t size);
    void remove_value_files() noexcept;
    bool copy_rings(const std::string& directory);

    // See proxima/ranks.hpp.
    void expect_ranks();
    std::string make_ranks_directory();
    void join_ranks(const std::string& directory, int rank, int ranks);
    int rank_rows() const noexcept { return static_cast<int>(configuration_.rank_rows); }
    std::string finish_rank();
    bool finish_ranks(const RunSummary& all);
    void remove_rings();
    void go_on_alone();
    bool write_file(const std::string& name, const std::string& text);

    void before_fork();
    void release_after_fork(); // in the parent
    void after_fork_in_child();

private:
    // Where ranks leave what they measure when the run of all has ended.
    static const char* const after_finalize;

    enum class Phase { unconfigured, off, ready, running, finished };

    void become_child();
    void take(Configuration configuration);
    void start();
    void choose_counters();
    void say_what_is_not_counted() const;
    // For the calling thread.
    void begin_counting();
    void end_counting() noexcept;
    void add_problem(std::string problem);
    // The same, and says it.
    void fail(std::string problem, std::string_view what_follows = {});
    void say_unsaid();
    bool make_run_directory(const std::string& wanted, std::string& made);
    LaneFiles lane_files(const std::string& directory, std::uint32_t number) const;
    LaneState& new_lane();
    LaneState& free_lane();
    // For the calling thread. Throws std::bad_alloc; then it can be done again.
    void begin(LaneState& lane);
    void count_among_others(LaneState& lane);
    void close_lanes();
    void report_losses();
    // False if there is nothing to write afterwards.
    bool end();
    // Invocations that threads have gone on with in lanes that had been closed with the job's.
    std::uint64_t late_invocations();
    int move_to(const std::string& directory);
    int move_lanes(const std::string& directory);
    std::string value_file(std::size_t number) const;
    void move_value_files(const std::string& to);
    void leave_provisional_directory();
    void say_left_open() const;
    RunSummary summary();
    // Whether all of it is there.
    bool write_results(RunSummary summary);
    // Returns how many invocations only the ring files had.
    std::uint64_t give_back_disk();
    // Without a summary the run has not ended.
    std::string run_json(const RunSummary* summary, bool has_graph);
    bool write(const std::string& name, const std::string& text);
    // If the disk is full, in what the ring files give back. Returns an errno value.
    int write_result(const std::string& name, const std::string& text, RunTotals& totals);
    void say_that_graph_is_missing(int error, const RunTotals& totals) const;

    std::mutex mutex_;
    std::optional<SlowSection> forking_; // of the thread that is in fork()
    Phase phase_ = Phase::unconfigured;
    Configuration configuration_;
    std::optional<Clock> clock_;
    std::optional<DiskBudget> budget_;
    Cost cost_;
    std::optional<CallCost> mpi_call_cost_;   // none: MPI is not measured
    CounterSource* counter_source_ = nullptr; // null: none are read
    CounterFacts counters_;
    bool counters_chosen_ = false;
    std::optional<ClockPair> end_;
    ClockPair middle_;
    std::string directory_;         // empty: it could not be made
    bool has_no_directory_ = false; // which has been said, if only by the parent
    std::string parent_directory_;
    // Of a job whose ranks have parted: its run directory, and what of this rank goes there still.
    std::string job_directory_;
    std::string job_file_suffix_;
    bool has_joined_ = false;      // other ranks
    bool has_parted_ = false;      // from them: the run has ended with theirs
    bool measured_at_end_ = false; // and had not been switched off
    std::vector<std::unique_ptr<LaneState>> lanes_of_job_; // closed; their threads may go on
    std::vector<std::string> value_files_;                 // see run_facts.hpp
    bool left_open_ = false;
    bool expects_ranks_ = false; // the directory is provisional
    int rank_ = 0;
    int ranks_ = 1;
    std::vector<std::unique_ptr<LaneState>> lanes_;
    std::vector<LaneState*> idle_lanes_;
    std::vector<std::unique_ptr<LaneState>> abandoned_;
    std::uint64_t threads_ = 0;
    std::vector<std::string> problems_;
    std::vector<std::string> unsaid_; // what has gone wrong while this process was not to speak
};

Run& run() noexcept;

} // namespace proxima::detail
