#include "system/message.hpp"

#include <array>
#include <cstdio>
#include <unistd.h>

namespace proxima::detail {

void say(std::string_view text) noexcept {
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
    // Nothing can be done about a standard error that does not take it.
    [[maybe_unused]] const ssize_t written = write(STDERR_FILENO, line.data(), size);
}

} // namespace proxima::detail
