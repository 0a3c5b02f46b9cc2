#include "memory.hpp"

#include <algorithm>
#include <exception>
#include <fstream>
#include <limits>
#include <malloc.h>
#include <optional>
#include <string>
#include <string_view>
#include <sys/resource.h>
#include <sys/sysinfo.h>
#include <unistd.h>

namespace proxima::measurement {

namespace {

constexpr std::uint64_t unlimited = std::numeric_limits<std::uint64_t>::max();

std::uint64_t left(std::uint64_t limit, std::uint64_t used) noexcept {
    return limit == unlimited ? unlimited : limit - std::min(limit, used);
}

// The number at the start of a file: nothing for "max", or if there is no such file.
std::optional<std::uint64_t> number_in(const std::string& file) {
    std::ifstream in(file);
    std::uint64_t number = 0;
    return in >> number ? std::optional(number) : std::nullopt;
}

// What the process uses of its address space, and of that for data.
struct Usage {
    std::uint64_t address_space = 0;
    std::uint64_t data = 0;
};

Usage usage() {
    std::ifstream in("/proc/self/statm");
    std::uint64_t size = 0;
    std::uint64_t resident = 0;
    std::uint64_t shared = 0;
    std::uint64_t text = 0;
    std::uint64_t library = 0;
    std::uint64_t data = 0;
    in >> size >> resident >> shared >> text >> library >> data;
    const auto page = static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
    return {size * page, data * page};
}

std::uint64_t limit_of(decltype(RLIMIT_AS) resource) noexcept {
    rlimit limit{};
    return getrlimit(resource, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY ? unlimited
                                                                               : limit.rlim_cur;
}

std::uint64_t left_by_process_limits() {
    const Usage used = usage();
    return std::min(left(limit_of(RLIMIT_AS), used.address_space),
                    left(limit_of(RLIMIT_DATA), used.data));
}

// The least that a control group and those around it leave.
std::uint64_t left_by_groups(const std::string& root, std::string path, const char* limit_file,
                             const char* usage_file) {
    std::uint64_t least = unlimited;
    while (true) {
        const std::string directory = root + path + "/";
        const auto limit = number_in(directory + limit_file);
        const auto used = number_in(directory + usage_file);
        if (limit.has_value() && used.has_value()) {
            least = std::min(least, left(*limit, *used));
        }
        if (path.empty() || path == "/") {
            return least;
        }
        path.resize(path.rfind('/'));
    }
}

// Each line is "NUMBER:CONTROLLERS:PATH"; version 2 has no controllers.
std::uint64_t left_by_control_groups() {
    std::ifstream in("/proc/self/cgroup");
    std::uint64_t least = unlimited;
    for (std::string line; std::getline(in, line);) {
        const auto first = line.find(':');
        const auto second = first == std::string::npos ? first : line.find(':', first + 1);
        if (second == std::string::npos || line.compare(second + 1, 1, "/") != 0) {
            continue;
        }
        const std::string controllers = "," + line.substr(first + 1, second - first - 1) + ",";
        const std::string path = line.substr(second + 1);
        if (controllers == ",,") {
            least = std::min(
                least, left_by_groups("/sys/fs/cgroup", path, "memory.max", "memory.current"));
        } else if (controllers.find(",memory,") != std::string::npos) {
            least =
                std::min(least, left_by_groups("/sys/fs/cgroup/memory", path,
                                               "memory.limit_in_bytes", "memory.usage_in_bytes"));
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
    struct sysinfo info{};
    return sysinfo(&info) == 0 ? std::uint64_t{info.freeram} * info.mem_unit : unlimited;
}

} // namespace

std::uint64_t heap_in_use() noexcept {
    const struct mallinfo2 info = mallinfo2();
    return info.uordblks + info.hblkhd;
}

std::uint64_t memory_headroom() noexcept {
    try {
        return std::min({left_by_process_limits(), left_by_control_groups(), left_by_system()});
    } catch (const std::exception&) { // not even memory to find out
        return 0;
    }
}

} // namespace proxima::measurement
