#include "system/message.hpp"

#include "system/no_cancellation.hpp"

#include <array>
#include <atomic>
#include <cstdio>
#include <fcntl.h>
#include <unistd.h>

// Of the measurement interface, if the application is linked with it: then this library may be
// loaded late.
extern "C" [[gnu::weak]] bool proxima_has_standard_error() noexcept;

namespace proxima::detail {

namespace {

// If it is closed when the process starts, a file of the application may get its number.
bool has_standard_error() noexcept {
    static const bool has = proxima_has_standard_error != nullptr
                                ? proxima_has_standard_error()
                                : fcntl(STDERR_FILENO, F_GETFD) >= 0;
    return has;
}

// When the library is loaded: mostly before the application opens anything.
[[gnu::constructor]] void look_for_standard_error() {
    has_standard_error();
}

std::atomic<bool> speaks{true};
std::atomic<bool> said_failure{false};

} // namespace

void speak_for_job(bool may_speak) noexcept {
    speaks = may_speak;
}

void say_failure(std::string_view text) noexcept {
    if (speaks && !said_failure.exchange(true)) {
        say(text);
    }
}

bool may_speak() noexcept {
    return speaks;
}

void say(std::string_view text) noexcept {
    if (!has_standard_error()) {
        return;
    }
    std::array<char, 1024> line{};
    const int length = std::snprintf(line.data(), line.size(), "proxima: %.*s\n",
                                     static_cast<int>(text.size()), text.data());
    if (length <= 0) {
        return;
    }
    auto size = static_cast<std::size_t>(length);
    if (size >= line.size()) {
        size = line.size() - 1;
        line[size - 1] = '\n';
    }
    const NoCancellation no_cancellation;
    // Nothing can be done about a standard error that does not take it.
    [[maybe_unused]] const ssize_t written = write(STDERR_FILENO, line.data(), size);
}

} // namespace proxima::detail
