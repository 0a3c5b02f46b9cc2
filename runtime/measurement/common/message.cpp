#include "message.hpp"

#include "../interface/standard_error.hpp"

#include <unistd.h>

namespace proxima::measurement {

void say(std::string_view line) noexcept {
    if (proxima_has_standard_error()) {
        // One write, so that lines of several processes do not mix.
        [[maybe_unused]] const auto written = write(STDERR_FILENO, line.data(), line.size());
    }
}

} // namespace proxima::measurement
