#include "files/pass_over.hpp"
#include "records/definitions.hpp"
#include "records/lane_reader.hpp"
#include "records/ring_file.hpp"

#include <proxima/rundir/error.hpp>
#include <proxima/rundir/record_reader.hpp>

#include <algorithm>
#include <optional>

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

/// Adds the methods that a file defines.
void add_methods(const std::filesystem::path& path, std::vector<Method>& methods) {
    ChunkFile file(path);
    Chunk chunk;
    while (file.next(chunk)) {
        if (chunk.type == ChunkType::method) {
            add_method(file.payload(chunk), methods);
        }
    }
}

/// Adds those that wait in a ring file and are not known yet; some may have been written.
void add_waiting_methods(const std::filesystem::path& path, std::vector<Method>& methods) {
    const RingFile ring(path);
    for_each_chunk(
        ring.chunks(),
        [&](const Chunk& chunk, const Payload& payload) {
            if (chunk.type == ChunkType::method && method_number(payload) >= methods.size()) {
                add_method(payload, methods);
            }
        },
        [](const Malformed&) {});
}

/// The methods of a lane, up to the first definition that is damaged: those after it have other
/// numbers than their place, and are refused.
std::vector<Method> methods_of(const RunDirectory::LaneFiles& lane) {
    std::vector<Method> methods;
    if (lane.record_file) {
        pass_over_problems([&] { add_methods(*lane.record_file, methods); });
    }
    if (lane.ring_file) {
        pass_over_problems([&] { add_waiting_methods(*lane.ring_file, methods); });
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
