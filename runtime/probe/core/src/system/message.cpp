#include "system/job_messages.hpp"

#include <proxima/detail/guards.hpp>

#include <array>
#include <atomic>
#include <cstdio>
#include <sys/stat.h>
#include <unistd.h>

// Defined by the measurement interface, which may load this library late. Returns whether standard
// error was open when the interface was loaded.
extern "C" [[gnu::weak]] bool proxima_has_standard_error() noexcept;

namespace proxima::detail {
namespace {

// Descriptor 2 as it was when the process started. If the application closes it, another file may
// get the number.
class StandardError {
public:
    StandardError() noexcept
        : exists_((proxima_has_standard_error == nullptr || proxima_has_standard_error()) &&
                  fstat(STDERR_FILENO, &first_) == 0) {}

    bool is_there() const noexcept {
        struct stat now{};
        return exists_ && fstat(STDERR_FILENO, &now) == 0 && now.st_dev == first_.st_dev &&
               now.st_ino == first_.st_ino;
    }

private:
    struct stat first_{};
    bool exists_;
};

const StandardError& standard_error() noexcept {
    static const StandardError error;
    return error;
}

// Runs when the library is loaded, before the application opens files.
[[gnu::constructor]] void look_for_standard_error() {
    standard_error();
}

std::atomic<bool> speaks{true};
std::atomic<bool> has_said_failure{false};

} // namespace

void speak_for_job(bool may_speak) noexcept {
    speaks = may_speak;
}

void say_failure(std::string_view text) noexcept {
    if (speaks && !has_said_failure.exchange(true)) {
        say(text);
    }
}

bool may_speak() noexcept {
    return speaks;
}

void say(std::string_view text) noexcept {
    std::array<char, 1024> line{};
    const int length = std::snprintf(line.data(), line.size(), "proxima: %.*s\n",
                                     static_cast<int>(text.size()), text.data());
    if (length <= 0 || !standard_error().is_there()) {
        return;
    }
    auto size = static_cast<std::size_t>(length);
    if (size >= line.size()) {
        size = line.size() - 1;
        line[size - 1] = '\n';
    }
    const NoCancellation no_cancellation;
    const NoWriteSignals no_signals;
    // A failure cannot be reported anywhere.
    [[maybe_unused]] const ssize_t written = write(STDERR_FILENO, line.data(), size);
}

} // namespace proxima::detail
