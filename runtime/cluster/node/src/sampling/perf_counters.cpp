#include "sampling/perf_counters.hpp"

#include <array>
#include <cerrno>
#include <fcntl.h>
#include <linux/perf_event.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace proxima::node {

PerfCounters::PerfCounters(const std::vector<int>& threads, const std::string& cgroup) {
    const base::Descriptor group(
        cgroup.empty() ? -1 : ::open(cgroup.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    const auto open_both = [&](int pid, int processor, unsigned long flags) {
        return open(PERF_COUNT_HW_INSTRUCTIONS, pid, processor, flags, instructions_) &&
               open(PERF_COUNT_HW_CPU_CYCLES, pid, processor, flags, cycles_);
    };
    bool all_are_open = true;
    if (!threads.empty()) {
        for (const int thread : threads) {
            all_are_open = all_are_open && open_both(thread, -1, 0);
        }
    } else {
        const auto processors = static_cast<int>(::sysconf(_SC_NPROCESSORS_ONLN));
        for (int i = 0; i < processors; ++i) {
            all_are_open = all_are_open &&
                           open_both(group.get(), i, group.is_open() ? PERF_FLAG_PID_CGROUP : 0UL);
        }
    }
    const int why = errno;
    if (all_are_open) {
        description_ = threads.empty() && cgroup.empty() ? "instructions of the node"
                                                         : "instructions of what is watched";
        return;
    }
    instructions_.clear();
    cycles_.clear();
    const char* const reason = why == EACCES || why == EPERM ? "the kernel does not permit counters"
                               : why == EMFILE ? "there are too many threads for counters"
                                               : "this machine has no instruction counter";
    description_ = std::string("times only: ") + reason;
}

bool PerfCounters::open(std::uint64_t event, int pid, int processor, unsigned long flags,
                        std::vector<base::Descriptor>& descriptors) {
    perf_event_attr attributes{};
    attributes.size = sizeof attributes;
    attributes.type = PERF_TYPE_HARDWARE;
    attributes.config = event;
    attributes.inherit = processor < 0;
    attributes.read_format = PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING;
    base::Descriptor opened(static_cast<int>(::syscall(
        SYS_perf_event_open, &attributes, pid, processor, -1, flags | PERF_FLAG_FD_CLOEXEC)));
    const bool is_open = opened.is_open();
    if (is_open) {
        descriptors.push_back(std::move(opened));
    }
    return is_open;
}

// Scales counts to the whole time, because the kernel may multiplex counters.
std::uint64_t PerfCounters::sum(const std::vector<base::Descriptor>& descriptors) {
    double total = 0;
    for (const auto& one : descriptors) {
        std::array<std::uint64_t, 3> got{}; // count, time enabled, time running
        if (::read(one.get(), got.data(), sizeof got) == sizeof got && got[2] > 0) {
            total += static_cast<double>(got[0]) * static_cast<double>(got[1]) /
                     static_cast<double>(got[2]);
        }
    }
    return static_cast<std::uint64_t>(total);
}

void PerfCounters::read(Sample& sample) const {
    if (!instructions_.empty()) {
        sample.set(Metric::instructions, sum(instructions_));
        sample.set(Metric::cycles, sum(cycles_));
    }
}

} // namespace proxima::node
