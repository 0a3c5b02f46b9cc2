// A file that is written through a large buffer: mostly standard output.
#pragma once

#include <proxima/base/file.hpp>

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>

namespace proxima::text {

// The reader of a pipe went away, as in `proxima records RUN --csv | head`: no error, only a
// reason to stop.
class OutputClosed : public std::exception {};

// A file cannot be written, for example because the disk is full.
class OutputFailed : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

// The bytes that outputs may still take: a small file of a stranger must not fill the disk.
class OutputLimit {
public:
    explicit OutputLimit(std::uint64_t bytes) : left_(bytes) {}
    // Throws OutputFailed if fewer are left.
    void take(std::uint64_t bytes);

private:
    std::uint64_t left_;
};

// Collects text and writes it to a file descriptor in large pieces; to a terminal without control
// characters but newlines and colours.
// Throws OutputClosed or OutputFailed. SIGPIPE must be ignored by the program.
// flush() must be called at the end; the destructor drops what is left, since it could not report
// a failure.
class Output {
public:
    // `name` is how messages call the file.
    explicit Output(int file_descriptor, std::string name = "standard output");

    // Null: no limit.
    void set_limit(std::shared_ptr<OutputLimit> limit) { limit_ = std::move(limit); }

    Output(const Output&) = delete;
    Output& operator=(const Output&) = delete;
    Output(Output&&) = delete;
    Output& operator=(Output&&) = delete;
    ~Output() = default;

    void write(std::string_view text) {
        buffer_.append(text.data(), text.data() + text.size());
        flush_if_full();
    }

    template <typename... Arguments>
    void print(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
        fmt::format_to(fmt::appender(buffer_), format, std::forward<Arguments>(arguments)...);
        flush_if_full();
    }

    // Writers that append many short pieces use the buffer itself, and call flush_if_full() now and
    // then.
    fmt::memory_buffer& buffer() { return buffer_; }

    void flush_if_full() {
        if (buffer_.size() >= piece) {
            flush();
        }
    }

    void flush();

    // Drops what could not be written.
    void discard() { buffer_.clear(); }

private:
    static constexpr std::size_t piece = std::size_t{1} << 18;

    int file_descriptor_;
    std::string name_;
    bool is_terminal_;
    std::shared_ptr<OutputLimit> limit_;
    fmt::memory_buffer buffer_;
};

// Replaces `file` by the text that `write` puts into an Output. If `write` throws, `file` stays
// unchanged.
template <typename Write>
void write_file(const std::filesystem::path& file, Write write,
                const std::shared_ptr<OutputLimit>& limit = nullptr) {
    base::ReplacedFile replaced(file);
    Output output(replaced.descriptor(), replaced.path().string());
    output.set_limit(limit);
    write(output);
    output.flush();
    replaced.commit();
}

} // namespace proxima::text
