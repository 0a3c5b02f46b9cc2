// Reads what a control group uses, or given processes with their descendants.
#pragma once

#include "sampling/proc_file.hpp"

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
    struct Process {
        ProcFile stat, io;
        std::map<int, ProcFile> threads; // schedstat of each thread
    };

    void list();
    void list_descendants(int pid, std::vector<int>& found) const;
    void list_group(const std::string& directory, std::vector<int>& found, int depth) const;
    void open_process(int pid);

    WatchTargets watched_;
    ProcFile group_cpu_;
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
};

} // namespace proxima::node
