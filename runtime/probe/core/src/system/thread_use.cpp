#include "system/thread_use.hpp"

#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <fcntl.h>
#include <unistd.h>

namespace proxima::detail {
namespace {

using Text = std::array<char, 1024>;

// /proc/self/task/ID/NAME
std::array<char, 64> file_of(std::uint64_t id, const char* name) noexcept {
    std::array<char, 64> path{};
    std::snprintf(path.data(), path.size(), "/proc/self/task/%llu/%s",
                  static_cast<unsigned long long>(id), name);
    return path;
}

bool read_file(std::uint64_t id, const char* name, Text& text) noexcept {
    const int descriptor = open(file_of(id, name).data(), O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) {
        return false;
    }
    const ssize_t size = read(descriptor, text.data(), text.size() - 1);
    close(descriptor);
    text[size > 0 ? static_cast<std::size_t>(size) : 0] = '\0';
    return size > 0;
}

// The start is field 22 of stat, in ticks since the system was booted; the name, field 2, may
// contain spaces and brackets.
std::optional<std::uint64_t> age_of(std::uint64_t id) noexcept {
    Text text;
    const char* field = read_file(id, "stat", text) ? std::strrchr(text.data(), ')') : nullptr;
    for (int number = 2; field != nullptr && number < 22; ++number) {
        field = std::strchr(field + 1, ' ');
    }
    timespec now{};
    const long ticks_per_second = sysconf(_SC_CLK_TCK);
    if (field == nullptr || ticks_per_second <= 0 || clock_gettime(CLOCK_BOOTTIME, &now) != 0) {
        return std::nullopt;
    }
    const double started = static_cast<double>(std::strtoull(field, nullptr, 10)) /
                           static_cast<double>(ticks_per_second);
    const double age =
        static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9 - started;
    return age < 0 ? std::nullopt : std::optional(static_cast<std::uint64_t>(age * 1e9));
}

} // namespace

std::optional<ThreadUse> thread_use(std::uint64_t system_id) {
    Text text;
    if (!read_file(system_id, "comm", text)) {
        return std::nullopt;
    }
    ThreadUse use;
    use.name = std::string(text.data(), std::strcspn(text.data(), "\n"));
    use.age = age_of(system_id);
    use.account = processor_account(file_of(system_id, "schedstat").data());
    return use;
}

} // namespace proxima::detail
