// Keeps files of /proc and /sys open, and parses their text in place.
#pragma once

#include <proxima/base/descriptor.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <fcntl.h>
#include <optional>
#include <string_view>
#include <unistd.h>

namespace proxima::node {

class ProcFile {
public:
    ProcFile() = default;
    explicit ProcFile(const char* path) : descriptor_(::open(path, O_RDONLY | O_CLOEXEC)) {}

    bool is_open() const noexcept { return descriptor_.is_open(); }

    // Returns the current text, empty if unreadable. Valid until this thread reads a file again.
    std::string_view read() const noexcept {
        static thread_local std::array<char, std::size_t{1} << 18> buffer;
        std::size_t size = 0;
        while (is_open() && size < buffer.size()) {
            const auto got = ::pread(descriptor_.get(), buffer.data() + size, buffer.size() - size,
                                     static_cast<off_t>(size));
            if (got <= 0) {
                break;
            }
            size += static_cast<std::size_t>(got);
        }
        return {buffer.data(), size};
    }

private:
    base::Descriptor descriptor_;
};

// Reads words and numbers from a text; missing ones are empty or 0.
class Scanner {
public:
    explicit Scanner(std::string_view text) noexcept : rest_(text) {}

    // Reads the next line without its end. Returns false at the end of the text.
    bool line(std::string_view& line) noexcept {
        if (rest_.empty()) {
            return false;
        }
        const auto end = rest_.find('\n');
        line = rest_.substr(0, end);
        rest_ = end == std::string_view::npos ? std::string_view() : rest_.substr(end + 1);
        return true;
    }
    std::string_view word() noexcept {
        const auto begin = rest_.find_first_not_of(" \t\n");
        rest_ = begin == std::string_view::npos ? std::string_view() : rest_.substr(begin);
        const auto word = rest_.substr(0, rest_.find_first_of(" \t\n"));
        rest_.remove_prefix(word.size());
        return word;
    }
    std::uint64_t number() noexcept {
        std::uint64_t value = 0;
        for (const char digit : word()) {
            if (digit < '0' || digit > '9') {
                break;
            }
            value = 10 * value + static_cast<std::uint64_t>(digit - '0');
        }
        return value;
    }
    void skip(int words) noexcept {
        for (; words > 0; --words) {
            word();
        }
    }
    bool at_end() const noexcept {
        return rest_.find_first_not_of(" \t\n") == std::string_view::npos;
    }

private:
    std::string_view rest_;
};

// Returns the number after `key` in lines of `key value`, or 0 if there is none.
inline std::uint64_t number_of(std::string_view text, std::string_view key) noexcept {
    Scanner lines(text);
    std::string_view line;
    while (lines.line(line)) {
        if (line.starts_with(key) && line.size() > key.size() &&
            (line[key.size()] == ' ' || line[key.size()] == ':')) {
            return Scanner(line.substr(key.size() + 1)).number();
        }
    }
    return 0;
}

// Returns what follows `name` in the second of two lines: `Tcp:` with names, `Tcp:` with numbers.
inline std::optional<Scanner> numbers_of(std::string_view text, std::string_view name) noexcept {
    Scanner lines(text);
    std::string_view line;
    while (lines.line(line)) {
        if (line.starts_with(name) && line[name.size()] >= '0' && line[name.size()] <= '9') {
            return Scanner(line.substr(name.size()));
        }
    }
    return std::nullopt;
}

// Calls `each` with the name and the numbers of each interface in the text of net/dev: 8 of
// receiving, 4 of sending.
template <class Each>
void each_link(std::string_view text, Each each) {
    Scanner lines(text);
    std::string_view line;
    while (lines.line(line)) {
        const auto colon = line.rfind(':'); // aliases contain a colon
        if (colon == std::string_view::npos) {
            continue;
        }
        Scanner fields(line.substr(colon + 1));
        std::array<std::uint64_t, 12> numbers{};
        for (auto& one : numbers) {
            one = fields.number();
        }
        each(Scanner(line.substr(0, colon)).word(), numbers);
    }
}

// Returns the microseconds of a line of pressure, such as `some avg10=0.00 ... total=5`.
inline std::optional<std::uint64_t> total_of(std::string_view text,
                                             std::string_view which) noexcept {
    Scanner lines(text);
    std::string_view line;
    while (lines.line(line)) {
        const auto at = line.find("total=");
        if (line.starts_with(which) && at != std::string_view::npos) {
            return Scanner(line.substr(at + 6)).number();
        }
    }
    return std::nullopt;
}

// Returns the sum of the numbers that follow `key`, such as `rbytes=`, anywhere in the text.
inline std::uint64_t sum_of(std::string_view text, std::string_view key) noexcept {
    std::uint64_t sum = 0;
    for (auto at = text.find(key); at != std::string_view::npos; at = text.find(key, at + 1)) {
        sum += Scanner(text.substr(at + key.size())).number();
    }
    return sum;
}

} // namespace proxima::node
