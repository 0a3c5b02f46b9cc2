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

struct NodeSampler::Parts {
    explicit Parts(const WatchTargets& watched) : name(name_of(watched)), system(watched.disks) {
        if (!watched.pids.empty() || !watched.cgroup.empty()) {
            permit_many_files();
            processes.emplace(watched);
        }
        counters.emplace(processes && watched.cgroup.empty() ? processes->threads()
                                                             : std::vector<int>(),
                         watched.cgroup);
    }

    std::string name;
    SystemFiles system;
    std::optional<WatchedProcesses> processes;
    std::optional<PerfCounters> counters;
    std::uint64_t read_ns = 0;
};

NodeSampler::NodeSampler(const WatchTargets& watched) : parts_(std::make_unique<Parts>(watched)) {
}
NodeSampler::~NodeSampler() = default;

void NodeSampler::read(Sample& sample, Groups groups) {
    sample.present = 0;
    sample.time_ns = raw_now_ns();
    sample.real_ns = real_now_ns();
    parts_->system.read(sample, groups);
    if ((groups & bit(MetricGroup::counters)) != 0) {
        parts_->counters->read(sample);
    }
    if (parts_->processes && (groups & bit(MetricGroup::processes)) != 0) {
        parts_->processes->read(sample, sample.time_ns);
    }
    parts_->read_ns += raw_now_ns() - sample.time_ns;
    sample.set(Metric::own_read_time, parts_->read_ns / 1000);
    sample.set(Metric::own_cpu, clock_ns(CLOCK_PROCESS_CPUTIME_ID) / 1000);
}

bool NodeSampler::has_something_to_watch() const {
    return !parts_->processes || parts_->processes->is_alive();
}

NodeInfo NodeSampler::describe() const {
    NodeInfo info;
    info.processors = static_cast<std::uint64_t>(::sysconf(_SC_NPROCESSORS_ONLN));
    info.watched = parts_->name;
    info.counting = parts_->counters->description();
    info.tracing = parts_->system.tracing();
    return info;
}

} // namespace proxima::node
