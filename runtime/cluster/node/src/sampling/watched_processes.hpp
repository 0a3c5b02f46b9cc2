// Reads what a control group uses, or given processes with their descendants.
#pragma once

#include "sampling/proc_file.hpp"
#include "sampling/processor_limits.hpp"
#include "sampling/socket_traffic.hpp"

#include <proxima/node/sampler.hpp>

#include <array>
#include <map>
#include <string>
#include <vector>

namespace proxima::node {

class WatchedProcesses {
public:
    // Throws base::Error if a process or the group does not exist.
    explicit WatchedProcesses(WatchTargets watched);

    // Adds metrics to the sample. Looks for new processes once a second.
    void read(Sample& sample, std::uint64_t now_ns);

    bool is_alive() const { return !processes_.empty() || !watched_.cgroup.empty(); }
    std::vector<int> threads() const;

private:
    struct Thread {
        ProcFile schedstat;
        std::uint64_t ran_ns = 0, waited_ns = 0; // totals at the last sample
        bool is_new = true;
    };
    struct Process {
        ProcFile stat, io;
        std::map<int, Thread> threads;
    };
    struct Values {
        std::array<std::uint64_t, metric_count> all{};

        std::uint64_t& operator[](Metric metric) { return all[static_cast<std::size_t>(metric)]; }
        std::uint64_t operator[](Metric metric) const {
            return all[static_cast<std::size_t>(metric)];
        }
    };

    void list();
    void list_descendants(int pid, std::vector<int>& found) const;
    void list_group(const std::string& directory, std::vector<int>& found, int depth) const;
    void open_group();
    void open_process(int pid);
    void add_threads(Process& process, Values& sums);
    void add_busiest(Values& sums, std::uint64_t now_ns);
    void read_group(Sample& sample, Values& sums) const;
    bool has_account() const { return group_.cpu.is_open() || group_.user.is_open(); }
    void forget_unseen(Sample& sample, const Values& seen, const Values& sums);
    void read_sockets(Sample& sample, Values& sums);

    WatchTargets watched_;
    struct {
        ProcFile cpu, io, memory, events, pressure;
        ProcFile user, system; // of version 1
    } group_;
    ProcessorLimits limits_;
    SocketTraffic sockets_;
    ProcFile links_; // of the processes, if their network is another
    MostUncounted uncounted_;
    // The thread of the present interval that ran and waited most, and sums over intervals.
    std::uint64_t longest_ran_ns_ = 0, longest_waited_ns_ = 0, all_ran_ns_ = 0;
    std::uint64_t busy_ns_ = 0, busy_wait_ns_ = 0, stopped_us_ = 0;
    std::uint64_t last_cpu_us_ = 0, last_ns_ = 0, begin_ns_ = 0;
    std::map<int, Process> processes_;
    std::uint64_t listed_ns_ = 0;
    std::uint64_t us_per_tick_;

    // A counter that keeps the totals of processes that have ended.
    struct Total {
        std::uint64_t last = 0, ended = 0;
        std::uint64_t so_far(std::uint64_t now) {
            ended += now < last ? last - now : 0;
            last = now;
            return now + ended;
        }
    };
    std::array<Total, metric_count> totals_{};
    Total seen_; // processor time of the processes themselves
    std::uint64_t first_all_us_ = 0;
    double first_unseen_us_ = 0;
    bool has_unseen_ = false;
};

} // namespace proxima::node
