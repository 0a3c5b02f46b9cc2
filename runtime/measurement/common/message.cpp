#include "message.hpp"

#include "../interface/standard_error.hpp"

#include <pthread.h>
#include <unistd.h>

namespace proxima::measurement {

void say(std::string_view line) noexcept {
    if (proxima_has_standard_error()) {
        int before = PTHREAD_CANCEL_ENABLE;
        pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &before);
        // One write, so that lines of several processes do not mix.
        [[maybe_unused]] const auto written = write(STDERR_FILENO, line.data(), line.size());
        pthread_setcancelstate(before, nullptr);
    }
}

} // namespace proxima::measurement
