// How much memory the process uses, and how much it still could.
#include "events.hpp"

#include <algorithm>
#include <exception>
#include <fstream>
#include <limits>
#include <malloc.h>
#include <string>
#include <sys/resource.h>
#include <unistd.h>

namespace proxima::measuring {

namespace {

constexpr std::uint64_t unlimited = std::numeric_limits<std::uint64_t>::max();

std::uint64_t left(std::uint64_t limit, std::uint64_t used) noexcept {
    return limit == unlimited ? unlimited : limit - std::min(limit, used);
}

std::uint64_t left_by_process_limit() {
    rlimit limit{};
    if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) {
        return unlimited;
    }
    std::ifstream in("/proc/self/statm");
    std::uint64_t pages = 0;
    in >> pages;
    return left(limit.rlim_cur, pages * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE)));
}

// The number at the start of a file; `unlimited` for "max", or if there is no such file.
std::uint64_t number_in(const std::string& file) {
    std::ifstream in(file);
    std::uint64_t number = 0;
    return in >> number ? number : unlimited;
}

// The least that the control group and those around it leave: "0::PATH".
std::uint64_t left_by_control_groups() {
    std::ifstream in("/proc/self/cgroup");
    std::uint64_t least = unlimited;
    for (std::string line; std::getline(in, line);) {
        if (line.compare(0, 4, "0::/") != 0) {
            continue;
        }
        for (std::string path = line.substr(3); !path.empty(); path.resize(path.rfind('/'))) {
            const std::string directory = "/sys/fs/cgroup" + path + "/";
            least = std::min(least, left(number_in(directory + "memory.max"),
                                         number_in(directory + "memory.current")));
        }
    }
    return least;
}

// With what the system would give back from its caches.
std::uint64_t left_by_system() {
    std::ifstream in("/proc/meminfo");
    for (std::string name; in >> name;) {
        std::uint64_t kibibytes = 0;
        if (name == "MemAvailable:" && in >> kibibytes) {
            return kibibytes * 1024;
        }
        in.ignore(std::numeric_limits<std::streamsize>::max(), '\n');
    }
    return unlimited;
}

} // namespace

std::uint64_t heap_in_use() noexcept {
    const struct mallinfo2 info = mallinfo2();
    return info.uordblks + info.hblkhd;
}

std::uint64_t memory_headroom() noexcept {
    try {
        return std::min({left_by_process_limit(), left_by_control_groups(), left_by_system()});
    } catch (const std::exception&) { // not even memory to find out
        return 0;
    }
}

} // namespace proxima::measuring
