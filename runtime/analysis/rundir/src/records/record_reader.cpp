// Reads the records of a run, and the methods that its files define.
#include "records/thread_reader.hpp"

#include <array>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>

namespace proxima::rundir {
namespace {

bool is_definition(format::ChunkType type) {
    return type == format::ChunkType::method || type == format::ChunkType::node;
}

// Skips a known definition: a thread buffer may repeat those of the file.
void add_new_definition(format::ChunkType type, format::ByteReader payload, Thread& thread) {
    if (type == format::ChunkType::method &&
        format::ByteReader(payload).get<std::uint32_t>() >= thread.methods.size()) {
        add_method(payload, thread.methods);
    } else if (type == format::ChunkType::node &&
               format::ByteReader(payload).get<std::uint32_t>() > thread.call_paths.size()) {
        add_call_path(payload, thread);
    }
}

void add_definitions(const RunDirectory::ThreadFiles& files, Thread& thread) {
    format::Chunk chunk;
    if (files.record_file) {
        format::RecordFile file(*files.record_file);
        while (file.next(chunk)) {
            if (is_definition(chunk.header.type)) {
                add_new_definition(chunk.header.type, format::ByteReader(file.payload(chunk)),
                                   thread);
            }
        }
    }
    if (files.buffer_file) {
        const format::BufferCopy buffer(*files.buffer_file);
        std::uint64_t offset = 0;
        const auto bytes = buffer.has_begun() ? buffer.chunks(offset) : std::string();
        format::ChunkSequence chunks({bytes.data(), buffer.header().chunk_bytes}, offset);
        for (std::string_view payload; chunks.next(chunk, payload);) {
            add_new_definition(chunk.header.type, format::ByteReader(payload), thread);
        }
    }
}

} // namespace

Thread definitions_of(const RunDirectory::ThreadFiles& files) {
    Thread thread;
    try {
        add_definitions(files, thread);
    } catch (const format::Malformed&) { // NOLINT(bugprone-empty-catch): read_records() reports it
    }
    return thread;
}

ReadOutcome read_records(const RunDirectory& run, RecordVisitor& visitor) {
    ReadOutcome outcome;
    const auto info = run_info_if_readable(run);
    ReadProgress progress{0, run.record_bytes()};
    for (const auto& files : run.thread_files()) {
        ThreadReader(files, info ? &*info : nullptr, visitor, progress, outcome).read();
    }
    if (info && info->complete && outcome.problems.empty() && outcome.records < info->records) {
        outcome.problems.emplace_back(
            base::Error(run.records_directory(),
                        std::to_string(info->records - outcome.records) + " of " +
                            std::to_string(info->records) +
                            " records are missing; was a file of it deleted?")
                .what());
    }
    return outcome;
}

std::vector<RecordedMethod> recorded_methods(const RunDirectory& run) {
    std::vector<RecordedMethod> methods;
    for (const auto& thread : run.thread_files()) {
        add_new_methods(definitions_of(thread).methods, methods);
    }
    return methods;
}

std::vector<InstanceMethod> recorded_instance_methods(const RunDirectory& run) {
    std::map<std::array<std::string, 3>, std::shared_ptr<const RecordedMethod>> methods;
    std::set<std::pair<std::string, const RecordedMethod*>> known;
    std::vector<InstanceMethod> all;
    for (const auto& files : run.thread_files()) {
        const auto thread = definitions_of(files);
        std::vector<std::shared_ptr<const RecordedMethod>> of_thread;
        for (const auto& method : thread.methods) {
            auto& shared = methods[{method.port, method.name, method.signature}];
            shared = shared ? shared : std::make_shared<const RecordedMethod>(method);
            of_thread.push_back(shared);
        }
        for (const auto& path : thread.call_paths) {
            const auto& method = of_thread[path.method];
            if (known.emplace(path.instance, method.get()).second) {
                all.push_back({path.instance, method});
            }
        }
    }
    return all;
}

} // namespace proxima::rundir
