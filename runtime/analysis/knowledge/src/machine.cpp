#include <proxima/knowledge/machine.hpp>

#include <algorithm>
#include <cmath>

namespace proxima::knowledge {
namespace {

constexpr double bytes_in_gib = 1024.0 * 1024 * 1024;

// Returns the memory in GiB, rounded because kernels of equal nodes reserve different amounts.
long long gib(const Machine& machine) {
    return std::llround(static_cast<double>(machine.memory_bytes) / bytes_in_gib);
}

// Returns the name; empty if a run or model states it as unknown.
std::string known(const std::string& name) {
    return name == "unknown" ? std::string() : name;
}

// Parses `HOST, PROCESSOR`, or one of them.
Machine machine_of_name(const std::string& text) {
    const auto comma = text.find(", ");
    Machine machine;
    if (comma != std::string::npos) {
        machine.host = text.substr(0, comma);
        machine.processor = known(text.substr(comma + 2));
    } else if (text.find(' ') != std::string::npos) {
        machine.processor = known(text); // names of hosts have no blanks
    } else {
        machine.host = known(text);
    }
    return machine;
}

} // namespace

Machine machine_of(const rundir::RunInfo& run) {
    return {known(run.processor), run.processors, run.memory_bytes, run.system, run.host};
}

Machine machine_of_evidence(const std::string& text) {
    Machine all;
    for (std::size_t begin = 0; begin <= text.size();) {
        const auto end = std::min(text.find("; ", begin), text.size());
        const auto one = machine_of_name(text.substr(begin, end - begin));
        if (begin > 0 && !is_same(one, all)) {
            return {};
        }
        all = begin == 0 ? one : all;
        begin = end + 2;
    }
    return all;
}

bool is_same(const Machine& left, const Machine& right) {
    if (left.processor.empty() || right.processor.empty()) {
        return !left.host.empty() && left.host == right.host;
    }
    const bool same_number =
        left.processors == 0 || right.processors == 0 || left.processors == right.processors;
    const bool same_memory =
        left.memory_bytes == 0 || right.memory_bytes == 0 || gib(left) == gib(right);
    return left.processor == right.processor && same_number && same_memory;
}

bool is_known(const Machine& machine) {
    return !machine.processor.empty() || !machine.host.empty();
}

std::string description(const Machine& machine) {
    if (machine.processor.empty()) {
        return machine.host.empty() ? "unknown" : machine.host;
    }
    std::string text = machine.processor;
    if (machine.processors > 0) {
        text += ", " + std::to_string(machine.processors) +
                (machine.processors == 1 ? " processor" : " processors");
    }
    if (machine.memory_bytes > 0) {
        text += ", " + std::to_string(gib(machine)) + " GiB";
    }
    return text;
}

} // namespace proxima::knowledge
