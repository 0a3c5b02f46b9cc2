// Writes the files of a thread for tests.
#pragma once

#include "temporary_directory.hpp"

#include <proxima/format/thread_buffer.hpp>

#include <cstdint>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace proxima::rundir::test {

// Little-endian fields, one after another.
class Bytes {
public:
    Bytes& u32(std::uint32_t value) { return number(value); }
    Bytes& u64(std::uint64_t value) { return number(value); }
    Bytes& i64(std::int64_t value) { return number(value); }
    Bytes& string(const std::string& text) {
        return u32(static_cast<std::uint32_t>(text.size())).raw(text);
    }
    Bytes& raw(const std::string& bytes) {
        bytes_ += bytes;
        return *this;
    }

    const std::string& bytes() const { return bytes_; }

private:
    template <typename Number>
    Bytes& number(Number value) {
        return raw({reinterpret_cast<const char*>(&value), sizeof value});
    }

    std::string bytes_;
};

// A parameter as the format describes it; `type` 4 has the constants given.
struct TestParameter {
    std::uint8_t type;
    std::string name;
    std::string type_name;
    std::vector<std::pair<std::int64_t, std::string>> constants = {};
};

// One invocation; `words` in the order of the method's columns.
struct TestInvocation {
    std::uint32_t node;
    std::uint64_t start;
    std::uint64_t end;
    std::uint64_t communication = 0;
    std::vector<std::uint64_t> words = {};
};

// The statistics of a bin, in ticks.
struct TestBin {
    std::uint32_t node;
    std::int32_t bin;
    std::vector<std::uint64_t> durations; // durations of all invocations in the bin
    std::uint64_t communication = 0;
};

// A clock of 1 GHz that starts at `clock_start`, so that a tick is a nanosecond.
constexpr std::uint64_t clock_start = 1000;

// The clock of a process when the file begins, and its speed.
struct TestClock {
    double ticks_per_second = 1e9;
    std::uint64_t ticks = clock_start;
    std::int64_t monotonic_ns = 5000;
    std::int64_t realtime_ns = 9000;
};

// The contents of a record file, chunk by chunk.
class RecordFileBuilder {
public:
    explicit RecordFileBuilder(std::uint32_t rank = 0, std::uint32_t number = 0,
                               const TestClock& clock = {});

    RecordFileBuilder& thread(std::uint64_t number);
    RecordFileBuilder& method(const std::string& port, const std::string& name,
                              const std::string& signature,
                              const std::vector<TestParameter>& parameters = {});
    RecordFileBuilder& node(std::uint32_t parent, std::uint32_t method, const std::string& instance,
                            bool is_stand_in = false);
    RecordFileBuilder& block(const std::vector<TestInvocation>& invocations,
                             std::uint64_t overhead = 0);
    RecordFileBuilder& statistics(const std::vector<TestBin>& bins);
    // Appends the numbers of MPI calls, one for each node.
    RecordFileBuilder& mpi_calls(const std::vector<std::pair<std::uint32_t, std::uint64_t>>& calls);
    RecordFileBuilder& end();
    RecordFileBuilder& chunk(std::uint32_t type, const std::string& payload);

    const std::string& bytes() const { return bytes_; }
    // The chunks without the header of the file.
    std::string chunks() const;

private:
    TestClock clock_;
    std::string bytes_;
    std::vector<std::vector<bool>> differences_; // coding of each word of each method
    std::vector<std::uint32_t> method_of_node_;
    std::uint64_t blocks_ = 0;
    std::uint64_t invocations_ = 0;
    std::uint64_t last_end_ = 100; // thread time at which the next block begins
};

// The contents of a thread buffer in which `chunks` wait to be written, and `invocations` to
// become block number `block`.
class ThreadBufferBuilder {
public:
    explicit ThreadBufferBuilder(std::uint64_t block,
                                 const std::vector<TestInvocation>& invocations = {},
                                 const std::string& chunks = "");

    // A bin after the latest batch, and after the one before.
    struct Slots {
        std::pair<std::uint64_t, TestBin> latest;
        std::pair<std::uint64_t, TestBin> older;
    };
    ThreadBufferBuilder& statistics(const std::vector<Slots>& bins, std::uint64_t batches,
                                    std::uint64_t batch_of_columns);
    // Numbers of MPI calls of nodes 0, 1 ...
    ThreadBufferBuilder& mpi_calls(const std::vector<std::uint64_t>& calls);
    ThreadBufferBuilder& section(format::SectionType type, std::uint32_t row_bytes,
                                 const std::string& bytes);

    format::ThreadBufferHeader header{};
    std::string bytes() const;

private:
    std::string sections_;
};

// A text parameter's four words.
std::vector<std::uint64_t> text_words(const std::string& text, bool truncated = false);

using proxima::unit::TemporaryDirectory;

} // namespace proxima::rundir::test
