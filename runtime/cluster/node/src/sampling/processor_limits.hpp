// The limits of processor time of a control group and of those around it.
#pragma once

#include "sampling/proc_file.hpp"

#include <cstdint>
#include <filesystem>
#include <vector>

namespace proxima::node {

class ProcessorLimits {
public:
    ProcessorLimits() = default;
    // The limits of `group`, a directory. Where another hierarchy has them (version 1 beside
    // version 2), those of the process; 0: none.
    explicit ProcessorLimits(const std::filesystem::path& group, int pid = 0);
    // The limits of a process.
    explicit ProcessorLimits(int pid);

    // Returns false if the kernel does not tell of a limit.
    bool are_known() const { return !groups_.empty(); }

    // Returns for how much longer than at the call before processes were stopped: what the kernel
    // says, but at least the part of `waited_us`, for which a thread waited, that lies in periods
    // whose quota was used up. (Linux 6.18 counts a third of the time.)
    std::uint64_t stopped_us(std::uint64_t waited_us);

private:
    struct Group {
        ProcFile stat;
        std::uint64_t periods = 0, used_up = 0, stopped_us = 0; // totals at the call before
    };

    void add(std::filesystem::path group);

    std::vector<Group> groups_;
};

} // namespace proxima::node
