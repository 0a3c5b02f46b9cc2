#include "sampling/processor_limits.hpp"

#include <algorithm>
#include <string>

namespace proxima::node {

ProcessorLimits::ProcessorLimits(const std::filesystem::path& group, int pid) {
    add(group);
    if (groups_.empty() && pid != 0) {
        *this = ProcessorLimits(pid);
    }
}

ProcessorLimits::ProcessorLimits(int pid) {
    const std::filesystem::path groups_directory = "/sys/fs/cgroup";
    const ProcFile groups(("/proc/" + std::to_string(pid) + "/cgroup").c_str());
    Scanner lines(groups.read());
    std::string_view line;
    std::vector<std::filesystem::path> found;
    while (lines.line(line)) { // `0::/job`, `4:cpu,cpuacct:/job`
        const auto path = std::string(line.substr(std::min(line.find(":/") + 2, line.size())));
        const bool has_limits =
            line.find(":cpu,") < line.size() || line.find(":cpu:") < line.size();
        if (line.starts_with("0::") || has_limits) {
            found.push_back((has_limits ? groups_directory / "cpu" : groups_directory) / path);
        }
    }
    for (const auto& group : found) { // reads files
        add(group);
    }
}

// Each of the groups around a group may have a limit.
void ProcessorLimits::add(std::filesystem::path group) {
    for (; group.has_relative_path(); group = group.parent_path()) {
        ProcFile stat((group / "cpu.stat").c_str());
        if (const auto text = stat.read(); text.find("nr_periods") != std::string_view::npos) {
            groups_.push_back({std::move(stat)});
        }
    }
    stopped_us(0);
}

std::uint64_t ProcessorLimits::stopped_us(std::uint64_t waited_us) {
    std::uint64_t longest = 0;
    for (auto& group : groups_) {
        const auto text = group.stat.read();
        const auto periods = number_of(text, "nr_periods");
        const auto used_up = number_of(text, "nr_throttled");
        const auto stopped =
            number_of(text, "throttled_usec") + number_of(text, "throttled_time") / 1000;
        const auto part = periods == group.periods
                              ? 0
                              : waited_us * (used_up - group.used_up) / (periods - group.periods);
        longest = std::max({longest, stopped - group.stopped_us, part});
        group.periods = periods;
        group.used_up = used_up;
        group.stopped_us = stopped;
    }
    return longest;
}

} // namespace proxima::node
