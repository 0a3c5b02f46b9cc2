// Reads and writes the logs of a master. FORMAT.md describes the bytes. Most readers use
// global_view.hpp instead, which puts all nodes of a run on one time axis.
//
//     int samples = 0;
//     for (const auto& file : node::log_files("run1")) { // oldest first
//         node::read_log(file, [&](const node::LogRecord& record) {
//             samples += std::holds_alternative<node::LoggedSample>(record) ? 1 : 0;
//         });
//     }
//
// Units: ns.
// Thread safety: one thread at a time uses an object.
// Errors: functions throw base::Error.
#pragma once

#include <proxima/base/descriptor.hpp>
#include <proxima/node/clock.hpp>
#include <proxima/node/sample.hpp>

#include <array>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace proxima::node {

/// First record of a log. All other times in the log are comparable with `raw_ns`.
struct MasterStart {
    std::uint64_t raw_ns = 0;  ///< CLOCK_MONOTONIC_RAW of the master
    std::uint64_t real_ns = 0; ///< same moment, since 1970 in UTC
    std::string boot;          ///< id of the boot; raw times are comparable within a boot
    std::string host;
};

enum class Drop : std::uint8_t {
    forged,     ///< code does not match the key
    malformed,  ///< signed with the key, but not readable
    stale,      ///< meant for an earlier master, or replayed
    refused,    ///< from more nodes than the master keeps
    overflowed, ///< dropped by the kernel: arrived too fast
    duplicate,
    late, ///< so late that it may be a replay
};
constexpr std::size_t drop_count = 7;
constexpr std::array<std::string_view, drop_count> drop_names{
    "forged", "malformed", "stale", "refused", "overflowed", "duplicate", "late"};

/// Numbers of datagrams dropped since the master began.
struct Drops {
    std::uint64_t node = 0; ///< 0: unknown senders
    std::array<std::uint64_t, drop_count> counts{};

    std::uint64_t& operator[](Drop why) { return counts[static_cast<std::size_t>(why)]; }
    std::uint64_t operator[](Drop why) const { return counts[static_cast<std::size_t>(why)]; }
    friend bool operator==(const Drops&, const Drops&) = default;
};

struct LoggedSample {
    std::uint64_t received_ns = 0; ///< master's time of its arrival
    Sample sample;
};

/// Last record of a log whose master ended by itself; otherwise it was killed, or still runs.
struct MasterEnd {
    std::uint64_t raw_ns = 0;
};

using LogRecord =
    std::variant<MasterStart, NodeInfo, LoggedSample, ClockExchange, Drops, MasterEnd>;
using LogReceiver = std::function<void(const LogRecord&)>;

struct LogEnd {
    std::uint64_t records = 0;
    std::uint64_t unread_bytes = 0; ///< from the first invalid record to the end of the file
    std::uint64_t unread_from = 0;
    bool is_torn = false; ///< unread bytes are one incomplete record, as after a kill
};

/// Returns the logs in directory `run`, oldest first, or `run` itself if it is a log. Fails if
/// there is none.
std::vector<std::filesystem::path> log_files(const std::filesystem::path& run);

/// Calls `receive` for each record. Fails if `file` cannot be read, or is not a log.
LogEnd read_log(const std::filesystem::path& file, const LogReceiver& receive);
LogEnd read_log_bytes(const std::filesystem::path& file, std::string_view bytes,
                      const LogReceiver& receive);

/// Collects records; flush() appends them in one write, after which they survive SIGKILL.
class LogWriter {
public:
    /// Creates a log in `directory`, and the directory if needed.
    LogWriter(const std::filesystem::path& directory, const MasterStart& start);

    void append(const LogRecord& record);
    /// Appends a sample that is already encoded; append() would leave it out.
    void sample(std::uint64_t received_ns, std::span<const std::uint8_t> sample);

    /// Fails, for example, if the disk is full; the log then ends with a whole record.
    void flush();

    const std::filesystem::path& file() const { return file_; }

private:
    void append(const LogRecord& record, std::span<const std::uint8_t> rest);

    std::filesystem::path file_;
    base::Descriptor descriptor_;
    std::uint64_t size_ = 0;
    std::string pending_;
};

} // namespace proxima::node
