#include "text/output.hpp"

#include <proxima/base/text.hpp>

#include <algorithm>
#include <cerrno>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace proxima::text {
namespace {

// The length of a colour of ours at the beginning of `text`: `\033[1;31m`; else 0.
std::size_t length_of_colour(std::string_view text) {
    if (text.substr(0, 2) != "\033[") {
        return 0;
    }
    const auto end = text.find_first_not_of("0123456789;", 2);
    return end != std::string_view::npos && text[end] == 'm' ? end + 1 : 0;
}

// By the first byte of UTF-8.
std::size_t length_of_character(std::string_view text) {
    const auto first = static_cast<unsigned char>(text.front());
    return first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc0 ? 2 : 1;
}

// Control characters in data must not reach a terminal.
void make_printable(fmt::memory_buffer& buffer) {
    for (std::size_t i = 0; i < buffer.size(); ++i) {
        const std::string_view rest(buffer.data() + i, buffer.size() - i);
        if (const auto colour = length_of_colour(rest); colour > 0) {
            i += colour - 1;
        } else if (buffer[i] != '\n') {
            const std::size_t bytes = std::min<std::size_t>(rest.size(), length_of_character(rest));
            const auto shown = base::printable(rest.substr(0, bytes));
            std::copy(shown.begin(), shown.end(), buffer.data() + i);
            i += bytes - 1;
        }
    }
}

} // namespace

void OutputLimit::take(std::uint64_t bytes) {
    if (bytes > left_) {
        throw OutputFailed("this would write more than 1 GB, or 100 times what it reads; add "
                           "--force if you want that");
    }
    left_ -= bytes;
}

Output::Output(int file_descriptor, std::string name)
    : file_descriptor_(file_descriptor), name_(std::move(name)),
      is_terminal_(::isatty(file_descriptor) != 0) {
    buffer_.reserve(piece + piece / 4);
}

void Output::flush() {
    if (limit_) {
        limit_->take(buffer_.size());
    }
    if (is_terminal_) {
        make_printable(buffer_);
    }
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

} // namespace proxima::text
