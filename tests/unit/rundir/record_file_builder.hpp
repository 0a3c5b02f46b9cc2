// Writes record files and ring files for tests, from the description of the format.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace proxima::rundir::test {

/// Little-endian fields, one after another.
class Bytes {
public:
    Bytes& u8(std::uint8_t value) { return number(value, 1); }
    Bytes& u32(std::uint32_t value) { return number(value, 4); }
    Bytes& u64(std::uint64_t value) { return number(value, 8); }
    Bytes& i64(std::int64_t value) { return number(static_cast<std::uint64_t>(value), 8); }
    Bytes& f64(double value);
    Bytes& string(const std::string& text);
    Bytes& raw(const std::string& bytes);

    /// Values in groups of 64, each as narrow as the group allows.
    Bytes& stream(const std::vector<std::uint64_t>& values);

    const std::string& bytes() const { return bytes_; }

private:
    Bytes& number(std::uint64_t value, unsigned size);

    std::string bytes_;
};

/// A parameter as the format describes it; `type` 4 has the constants given.
struct TestParameter {
    std::uint8_t type;
    std::string name;
    std::string type_name;
    std::vector<std::pair<std::int64_t, std::string>> constants = {};
};

/// One invocation as the builder is given it; `words` in the order of the method's columns.
struct TestInvocation {
    std::uint32_t node;
    std::uint64_t start;
    std::uint64_t end;
    std::uint64_t communication = 0;
    std::vector<std::uint64_t> words = {};
};

/// The statistics of a bin, in ticks.
struct TestBin {
    std::uint32_t node;
    std::int32_t bin;
    std::vector<std::uint64_t> durations; ///< of all invocations in it
    std::uint64_t communication = 0;
};

/// A clock of 1 GHz that starts at `clock_start`, so that a tick is a nanosecond.
constexpr std::uint64_t clock_start = 1000;

/// What the clock of a lane's process shows when the lane begins, and how fast it goes.
struct TestClock {
    double ticks_per_second = 1e9;
    std::uint64_t ticks = clock_start;
    std::int64_t monotonic_ns = 5000;
    std::int64_t realtime_ns = 9000;
};

/// The contents of a record file, chunk by chunk.
class RecordFileBuilder {
public:
    explicit RecordFileBuilder(std::uint32_t rank = 0, std::uint32_t lane = 0,
                               const TestClock& clock = {});

    RecordFileBuilder& thread(std::uint64_t number);
    RecordFileBuilder& method(const std::string& port, const std::string& name,
                              const std::string& signature,
                              const std::vector<TestParameter>& parameters = {});
    RecordFileBuilder& node(std::uint32_t parent, std::uint32_t method, const std::string& instance,
                            bool folded = false);
    RecordFileBuilder& block(const std::vector<TestInvocation>& invocations,
                             std::uint64_t overhead = 0);
    RecordFileBuilder& statistics(const std::vector<TestBin>& bins);
    /// Of the block that comes next.
    RecordFileBuilder& places(const std::vector<std::uint64_t>& places);
    /// Calls of MPI, by node.
    RecordFileBuilder& mpi_calls(const std::vector<std::pair<std::uint32_t, std::uint64_t>>& calls);
    RecordFileBuilder& end(std::uint64_t lost = 0);
    RecordFileBuilder& chunk(std::uint32_t type, const std::string& payload);

    const std::string& bytes() const { return bytes_; }

private:
    struct MethodColumns {
        std::vector<bool> differences; ///< for each word: coded as a difference
    };

    TestClock clock_;
    std::string bytes_;
    std::vector<MethodColumns> methods_;
    std::vector<std::uint32_t> method_of_node_;
    std::uint64_t blocks_ = 0;
    std::uint64_t invocations_ = 0;
    std::uint64_t last_end_ = 100; ///< thread time at which the next block begins
};

/// The contents of a ring file in which `chunks` wait to be written, and `invocations` to become
/// block number `block`.
std::string ring_file(std::uint64_t block, const std::vector<TestInvocation>& invocations,
                      const std::string& chunks = "");

/// What a ring file says of statistics: the entries' slots of the last batch and the one before.
struct TestRingStatistics {
    std::vector<std::pair<std::uint64_t, TestBin>> slots; ///< with the batch each is of; in pairs
    std::uint64_t batches;                                ///< committed
    std::uint64_t columns;                                ///< the batch that is in the columns
};

/// The same ring file with statistics.
std::string with_statistics(std::string ring, const TestRingStatistics& statistics);

/// The same ring file with the calls of MPI of nodes 0, 1 ...
std::string with_mpi_calls(std::string ring, const std::vector<std::uint64_t>& calls);

/// The same ring file with what it says of invocations that are in no file.
std::string with_missing(std::string ring, std::uint64_t without_columns,
                         std::uint64_t with_columns);

/// The same ring file with what it says of lanes that have no files.
std::string with_others(std::string ring, std::uint64_t lanes, std::uint64_t invocations);

/// A text parameter's four words.
std::vector<std::uint64_t> text_words(const std::string& text, bool truncated = false);

/// A directory that is removed at the end of the test.
class TemporaryDirectory {
public:
    TemporaryDirectory();
    TemporaryDirectory(const TemporaryDirectory&) = delete;
    TemporaryDirectory& operator=(const TemporaryDirectory&) = delete;
    ~TemporaryDirectory();

    const std::filesystem::path& path() const { return path_; }
    void write(const std::string& name, const std::string& contents) const;

private:
    std::filesystem::path path_;
};

} // namespace proxima::rundir::test
