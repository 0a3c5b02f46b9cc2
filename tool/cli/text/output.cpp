#include "text/output.hpp"

#include <cerrno>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace proxima::cli {

Output::Output(int file_descriptor, std::string name)
    : file_descriptor_(file_descriptor), name_(std::move(name)) {
    buffer_.reserve(piece + piece / 4);
}

void Output::flush() {
    const char* next = buffer_.data();
    std::size_t left = buffer_.size();
    while (left > 0) {
        const auto written = ::write(file_descriptor_, next, left);
        if (written >= 0) {
            next += written;
            left -= static_cast<std::size_t>(written);
        } else if (errno == EPIPE) {
            throw OutputClosed();
        } else if (errno != EINTR) {
            throw OutputFailed(name_ + ": " + std::generic_category().message(errno));
        }
    }
    buffer_.clear();
}

} // namespace proxima::cli
