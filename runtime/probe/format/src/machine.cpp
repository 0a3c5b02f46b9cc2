#include <proxima/format/machine.hpp>

#include <fstream>
#include <sys/utsname.h>
#include <unistd.h>

namespace proxima::format {
namespace {

// `model name : AMD EPYC` in /proc/cpuinfo.
std::string processor_name() {
    std::ifstream file("/proc/cpuinfo");
    for (std::string line; std::getline(file, line);) {
        const auto colon = line.find(": ");
        if (line.rfind("model name", 0) == 0 && colon != std::string::npos) {
            return line.substr(colon + 2);
        }
    }
    return {};
}

std::uint64_t positive(long number) {
    return number > 0 ? static_cast<std::uint64_t>(number) : 0;
}

} // namespace

Machine this_machine() {
    Machine machine;
    utsname system{};
    if (::uname(&system) == 0) {
        machine.system = std::string(system.sysname) + " " + system.release;
        machine.host = system.nodename;
    }
    machine.processor = processor_name();
    machine.processors = positive(::sysconf(_SC_NPROCESSORS_ONLN));
    machine.memory_bytes = positive(::sysconf(_SC_PHYS_PAGES)) * positive(::sysconf(_SC_PAGESIZE));
    return machine;
}

} // namespace proxima::format
