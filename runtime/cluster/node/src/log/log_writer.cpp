#include "log/log_records.hpp"

#include <proxima/base/error.hpp>

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>
#include <utility>

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace proxima::node {
namespace {

namespace fs = std::filesystem;

void put32(std::string& to, std::uint32_t value) {
    for (int i = 0; i < 4; ++i) {
        to += static_cast<char>(value >> (8 * i));
    }
}

// The first free `samples-N.log`; two masters never write to one.
base::Descriptor create_next(const fs::path& directory, fs::path& file) {
    for (unsigned number = 1;; ++number) {
        file = directory / ("samples-" + std::to_string(number) + ".log");
        base::Descriptor made(
            ::open(file.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0644));
        if (made.is_open()) {
            return made;
        }
        if (errno != EEXIST) {
            throw base::Error(file, std::string("cannot be written: ") + std::strerror(errno));
        }
    }
}

} // namespace

std::uint32_t checksum(std::string_view payload) {
    return static_cast<std::uint32_t>(XXH3_64bits(payload.data(), payload.size()));
}

template <class Write>
void LogWriter::append(LogRecord type, Write write) {
    std::array<std::uint8_t, longest_record> bytes;
    WireWriter out(bytes);
    out.byte(static_cast<std::uint8_t>(type));
    write(out);
    const std::string_view text(reinterpret_cast<const char*>(bytes.data()), out.size());
    put32(pending_, static_cast<std::uint32_t>(text.size()));
    put32(pending_, checksum(text));
    pending_ += text;
}

LogWriter::LogWriter(const fs::path& directory, const MasterStart& start) {
    std::error_code failure;
    fs::create_directories(directory, failure);
    if (failure) {
        throw base::Error(directory, "cannot be made: " + failure.message());
    }
    descriptor_ = create_next(directory, file_);
    pending_ = log_magic;
    append(LogRecord::start, [&](WireWriter& out) { fields(out, start); });
    flush();
}

void LogWriter::node(const NodeInfo& info) {
    append(LogRecord::node, [&](WireWriter& out) { fields(out, info); });
}

void LogWriter::sample(std::uint64_t received_ns, std::span<const std::uint8_t> sample) {
    append(LogRecord::sample, [&](WireWriter& out) {
        out.number(received_ns);
        out.bytes(sample);
    });
}

void LogWriter::exchange(const ClockExchange& exchange) {
    append(LogRecord::exchange, [&](WireWriter& out) { fields(out, exchange); });
}

void LogWriter::drops(const Drops& drops) {
    append(LogRecord::drops, [&](WireWriter& out) { fields(out, drops); });
}

void LogWriter::end(std::uint64_t raw_ns) {
    append(LogRecord::end, [&](WireWriter& out) { out.number(raw_ns); });
}

void LogWriter::flush() {
    const std::string text = std::exchange(pending_, {});
    std::size_t done = 0;
    while (done < text.size()) {
        const auto wrote = ::write(descriptor_.get(), text.data() + done, text.size() - done);
        if (wrote < 0 && errno == EINTR) {
            continue;
        }
        if (wrote <= 0) {
            const int why = wrote < 0 ? errno : ENOSPC;
            [[maybe_unused]] const int cut =
                ::ftruncate(descriptor_.get(), static_cast<off_t>(size_));
            throw base::Error(file_, std::string("cannot be written: ") + std::strerror(why));
        }
        done += static_cast<std::size_t>(wrote);
    }
    size_ += text.size();
}

} // namespace proxima::node
