#include "sampling/perf_counters.hpp"
#include "sampling/read_system.hpp"
#include "sampling/watched_processes.hpp"

#include <proxima/base/error.hpp>
#include <proxima/node/sampler.hpp>

#include <ctime>
#include <optional>
#include <sys/resource.h>

namespace proxima::node {
namespace {

std::uint64_t clock_ns(clockid_t clock) {
    timespec now{};
    ::clock_gettime(clock, &now);
    return static_cast<std::uint64_t>(now.tv_sec) * 1'000'000'000 +
           static_cast<std::uint64_t>(now.tv_nsec);
}

// Raises the limit of open files: sampling needs two for each process and one for each thread.
void permit_many_files() {
    rlimit limit{};
    if (::getrlimit(RLIMIT_NOFILE, &limit) == 0) {
        limit.rlim_cur = limit.rlim_max;
        ::setrlimit(RLIMIT_NOFILE, &limit);
    }
}

std::string name_of(const WatchTargets& watched) {
    std::string name;
    for (const int pid : watched.pids) {
        name += (name.empty() ? "pid " : ",") + std::to_string(pid);
    }
    if (!watched.cgroup.empty()) {
        name += (name.empty() ? "cgroup " : ", cgroup ") + watched.cgroup;
    }
    return name;
}

} // namespace

std::uint64_t raw_now_ns() {
    return clock_ns(CLOCK_MONOTONIC_RAW);
}

std::uint64_t real_now_ns() {
    return clock_ns(CLOCK_REALTIME);
}

class NodeSampler::Parts {
public:
    explicit Parts(const WatchTargets& watched) : name_(name_of(watched)), system_(watched.disks) {
        if (!watched.pids.empty() || !watched.cgroup.empty()) {
            permit_many_files();
            processes_.emplace(watched);
        }
        counters_.emplace(processes_ && watched.cgroup.empty() ? processes_->threads()
                                                               : std::vector<int>(),
                          watched.cgroup);
    }

    void read(Sample& sample, Groups groups) {
        sample.present = 0;
        sample.time_ns = raw_now_ns();
        sample.real_ns = real_now_ns();
        system_.read(sample, groups);
        if ((groups & bit(MetricGroup::counters)) != 0) {
            counters_->read(sample);
        }
        if (processes_ && (groups & bit(MetricGroup::processes)) != 0) {
            processes_->read(sample, sample.time_ns);
        }
        read_ns_ += raw_now_ns() - sample.time_ns;
        sample.set(Metric::own_read_time, read_ns_ / 1000);
        sample.set(Metric::own_cpu, clock_ns(CLOCK_PROCESS_CPUTIME_ID) / 1000);
    }

    bool has_something_to_watch() const { return !processes_ || processes_->is_alive(); }

    NodeInfo describe() const {
        NodeInfo info;
        info.processors = static_cast<std::uint64_t>(::sysconf(_SC_NPROCESSORS_ONLN));
        info.watched = name_;
        info.counting = counters_->description();
        info.tracing = system_.tracing();
        return info;
    }

private:
    std::string name_;
    SystemFiles system_;
    std::optional<WatchedProcesses> processes_;
    std::optional<PerfCounters> counters_;
    std::uint64_t read_ns_ = 0;
};

NodeSampler::NodeSampler(WatchTargets watched)
    : parts_(std::make_unique<Parts>(std::move(watched))) {
}
NodeSampler::~NodeSampler() = default;

void NodeSampler::read(Sample& sample, Groups groups) {
    parts_->read(sample, groups);
}

bool NodeSampler::has_something_to_watch() const {
    return parts_->has_something_to_watch();
}

NodeInfo NodeSampler::describe() const {
    return parts_->describe();
}

} // namespace proxima::node
