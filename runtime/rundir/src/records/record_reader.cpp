#include "records/definitions.hpp"
#include "records/lane_reader.hpp"

#include <proxima/format/files.hpp>
#include <proxima/rundir/error.hpp>
#include <proxima/rundir/record_reader.hpp>

#include <algorithm>
#include <optional>
#include <string_view>

namespace proxima::rundir {
namespace {

/// Counts what it passes on.
class CountingVisitor : public RecordVisitor {
public:
    CountingVisitor(RecordVisitor& next, std::uint64_t& count) : next_(next), count_(count) {}

    void begin_lane(const Lane& lane) override { next_.begin_lane(lane); }
    void end_lane(const Lane& lane) override { next_.end_lane(lane); }
    void records(const Lane& lane, const Record* first, std::size_t count) override {
        count_ += count;
        next_.records(lane, first, count);
    }
    void statistics(const Lane& lane, const BinStatistics* first, std::size_t count) override {
        next_.statistics(lane, first, count);
    }
    void mpi_calls(const Lane& lane, const std::vector<std::uint64_t>& of_call_paths) override {
        next_.mpi_calls(lane, of_call_paths);
    }
    void progress(std::uint64_t bytes_read, std::uint64_t bytes_total) override {
        next_.progress(bytes_read, bytes_total);
    }

private:
    RecordVisitor& next_;
    std::uint64_t& count_;
};

/// Without it times are less exact, but records can be read.
std::optional<RunInfo> run_info_if_readable(const RunDirectory& run) {
    try {
        return load_run_info(run.run_file());
    } catch (const Error&) {
        return std::nullopt;
    }
}

/// Adds a method that is not known yet: a thread buffer may repeat those that are in the file.
void add_new_method(format::ByteReader payload, std::vector<Method>& methods) {
    if (format::ByteReader(payload).get<std::uint32_t>() >= methods.size()) {
        add_method(payload, methods);
    }
}

/// Of the file and the thread buffer, up to what cannot be read: read_records() says what that is.
void add_methods(const RunDirectory::LaneFiles& files, std::vector<Method>& methods) {
    format::Chunk chunk;
    if (files.record_file) {
        format::RecordFile file(*files.record_file);
        while (file.next(chunk)) {
            if (chunk.header.type == format::ChunkType::method) {
                add_new_method(format::ByteReader(file.payload(chunk)), methods);
            }
        }
    }
    if (files.buffer_file) {
        const format::ThreadBuffer buffer(*files.buffer_file);
        std::uint64_t offset = 0;
        const auto bytes = buffer.has_begun() ? buffer.chunks(offset) : std::string();
        format::ChunkSequence chunks({bytes.data(), buffer.header().chunk_bytes}, offset);
        for (std::string_view payload; chunks.next(chunk, payload);) {
            if (chunk.header.type == format::ChunkType::method) {
                add_new_method(format::ByteReader(payload), methods);
            }
        }
    }
}

std::vector<Method> methods_of(const RunDirectory::LaneFiles& files) {
    std::vector<Method> methods;
    try {
        add_methods(files, methods);
    } catch (const format::Malformed&) { // NOLINT(bugprone-empty-catch)
    }
    return methods;
}

} // namespace

ReadOutcome read_records(const RunDirectory& run, RecordVisitor& visitor) {
    ReadOutcome outcome;
    const auto info = run_info_if_readable(run);
    Progress progress{0, run.record_bytes()};
    CountingVisitor counting(visitor, outcome.records);
    for (const auto& lane : run.lanes()) {
        LaneReader(lane, info ? &*info : nullptr, counting, progress, outcome).read();
    }
    return outcome;
}

std::vector<Method> recorded_methods(const RunDirectory& run) {
    std::vector<Method> methods;
    for (const auto& lane : run.lanes()) {
        for (auto& method : methods_of(lane)) {
            if (std::none_of(methods.begin(), methods.end(),
                             [&](const auto& known) { return is_same_method(method, known); })) {
                methods.push_back(std::move(method));
            }
        }
    }
    return methods;
}

} // namespace proxima::rundir
