// The logs of a master: what they hold, reading and appending. README.md, "Format", has the bytes.
//
//     for (const auto& file : log_files("run1")) {      // oldest first
//         const auto end = read_log(file, visitor);     // calls visitor for each record
//     }
//
// Most readers want global_view.hpp, which puts all of a run on one time axis.
#pragma once

#include <proxima/node/sample.hpp>

#include <array>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace proxima::node {

/// A master begins to write. All other times of the file are `raw_ns` and its like.
struct MasterStart {
    std::uint64_t raw_ns = 0;  ///< CLOCK_MONOTONIC_RAW of the master
    std::uint64_t real_ns = 0; ///< at the same moment, since 1970 in UTC
    std::string boot;          ///< identifies the start of the kernel: raw times go on within it
    std::string host;
};

/// What a node says of itself. Written when it first comes, and when it changes.
struct NodeInfo {
    std::uint64_t id = 0; ///< as in its samples
    std::string name;     ///< stays when it restarts
    std::uint64_t processors = 0;
    std::string watched;  ///< `pid 17`, `cgroup /x` or empty
    std::string counting; ///< what counts instructions, or why nothing does
    bool is_relay = false;

    friend bool operator==(const NodeInfo&, const NodeInfo&) = default;
};

/// The master asked `clock` for its time: asked and heard are times of the master, the others of
/// the node. Master minus node lies between asked - received and heard - answered, since messages
/// take time.
struct Exchange {
    std::uint64_t clock = 0;
    std::uint64_t asked_ns = 0;
    std::uint64_t received_ns = 0;
    std::uint64_t answered_ns = 0;
    std::uint64_t heard_ns = 0;
};

enum class Drop : std::uint8_t {
    forged,     ///< its code does not match: another key, or no Proxima
    malformed,  ///< rightly signed, and not understood
    stale,      ///< meant for an earlier master, or replayed; the node is told
    refused,    ///< of more nodes than the master keeps
    overflowed, ///< arrived faster than they were read; counted by the kernel
    duplicate,
    late, ///< so much later than its neighbours that it may be a replay
};
constexpr std::size_t drop_count = 7;
constexpr std::array<std::string_view, drop_count> drop_names{
    "forged", "malformed", "stale", "refused", "overflowed", "duplicate", "late"};

/// What did not become a sample, since the master began.
struct Drops {
    std::uint64_t node = 0; ///< 0: of nobody that is known
    std::array<std::uint64_t, drop_count> counts{};

    std::uint64_t& operator[](Drop why) { return counts[static_cast<std::size_t>(why)]; }
    std::uint64_t operator[](Drop why) const { return counts[static_cast<std::size_t>(why)]; }
    friend bool operator==(const Drops&, const Drops&) = default;
};

class LogVisitor {
public:
    virtual ~LogVisitor() = default;
    virtual void start(const MasterStart& /*start*/) {}
    virtual void node(const NodeInfo& /*info*/) {}
    /// `received_ns` is the master's time.
    virtual void sample(std::uint64_t /*received_ns*/, const Sample& /*sample*/) {}
    virtual void exchange(const Exchange& /*exchange*/) {}
    virtual void drops(const Drops& /*drops*/) {}
    /// The master ended by itself; without this it was killed, or runs still.
    virtual void end(std::uint64_t /*raw_ns*/) {}
};

struct LogEnd {
    std::uint64_t records = 0;
    std::uint64_t unread_bytes = 0; ///< from the first record on that is not whole
    std::uint64_t unread_from = 0;
    bool is_torn = false; ///< no more than a record that was being written, as a kill leaves it
};

/// The logs in directory `run`, or `run` itself if it is one, in the order of their beginning.
/// Throws base::Error if there is none.
std::vector<std::filesystem::path> log_files(const std::filesystem::path& run);

/// Throws base::Error if `file` cannot be read, or is no log.
LogEnd read_log(const std::filesystem::path& file, LogVisitor& visitor);
LogEnd read_log_bytes(const std::filesystem::path& file, std::string_view bytes,
                      LogVisitor& visitor);

/// Records are collected; flush() appends them in one write, and then they survive SIGKILL.
class LogWriter {
public:
    /// A new log in `directory`, which is made if it is not there. Throws base::Error.
    LogWriter(const std::filesystem::path& directory, const MasterStart& start);
    LogWriter(const LogWriter&) = delete;
    LogWriter& operator=(const LogWriter&) = delete;
    ~LogWriter();

    void node(const NodeInfo& info);
    /// `sample` is encoded.
    void sample(std::uint64_t received_ns, std::span<const std::uint8_t> sample);
    void exchange(const Exchange& exchange);
    void drops(const Drops& drops);
    void end(std::uint64_t raw_ns);

    /// Throws base::Error, as when the disk is full: a torn record is taken back, and the log is
    /// whole.
    void flush();

    const std::filesystem::path& file() const { return file_; }

private:
    void append(std::span<const std::uint8_t> payload);

    std::filesystem::path file_;
    int descriptor_ = -1;
    std::uint64_t size_ = 0;
    std::string pending_;
};

} // namespace proxima::node
