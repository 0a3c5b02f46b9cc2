// Reads the methods and call paths that the files of a thread define.
#include "records/thread_reader.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <string_view>
#include <utility>

namespace proxima::rundir {
namespace {

CounterUnit counter_unit(const format::Column& column) {
    if (column.type != ParameterType::unsigned_integer) {
        return CounterUnit::none;
    }
    return column.type_name == format::counter_in_counts ? CounterUnit::count
           : column.type_name == format::counter_in_ns   ? CounterUnit::nanoseconds
                                                         : CounterUnit::none;
}

void add_parameter(format::Column&& column, RecordedMethod& method) {
    RecordedParameter parameter{std::move(column)};
    parameter.counter = counter_unit(parameter);
    parameter.first_word = method.parameter_words;
    method.parameter_words += format::words_of(parameter.type);
    method.parameters.push_back(std::move(parameter));
}

void check_number(const format::ByteReader& payload, const char* what, std::size_t number,
                  std::size_t expected) {
    if (number != expected) {
        payload.refuse(std::string("definition of ") + what + " " + std::to_string(number) +
                       " follows where " + std::to_string(expected) + " was expected");
    }
}

} // namespace

void add_method(format::ByteReader payload, std::vector<RecordedMethod>& methods) {
    auto [number, defined] = format::read_method(payload);
    check_number(payload, "method", number, methods.size());
    RecordedMethod method;
    method.port = std::move(defined.port);
    method.name = std::move(defined.name);
    method.signature = std::move(defined.signature);
    method.location = std::move(defined.location);
    for (auto& column : defined.columns) {
        add_parameter(std::move(column), method);
    }
    methods.push_back(std::move(method));
}

void add_call_path(format::ByteReader payload, Thread& thread) {
    auto node = format::read_node(payload);
    check_number(payload, "node", node.node, thread.call_paths.size() + 1);
    if (node.parent > thread.call_paths.size()) {
        payload.refuse("the parent of a node, " + std::to_string(node.parent) +
                       ", is not defined before it");
    }
    if (node.method >= thread.methods.size()) {
        payload.refuse("the method of a node, " + std::to_string(node.method) +
                       ", is not defined before it");
    }
    CallPath path;
    path.parent = node.parent == 0 ? CallPath::no_parent : node.parent - 1;
    path.method = node.method;
    path.instance = std::move(node.instance);
    path.binding = std::move(node.binding);
    thread.call_paths.push_back(std::move(path));
}

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

// Stops at the first problem: read_records() reports it.
Thread definitions_of(const RunDirectory::ThreadFiles& files) {
    Thread thread;
    try {
        add_definitions(files, thread);
    } catch (const format::Malformed&) { // NOLINT(bugprone-empty-catch)
    }
    return thread;
}

} // namespace

void add_new_methods(const std::vector<RecordedMethod>& from, std::vector<RecordedMethod>& to) {
    for (const auto& method : from) {
        if (std::none_of(to.begin(), to.end(), [&](const RecordedMethod& known) {
                return is_same_method(known, method);
            })) {
            to.push_back(method);
        }
    }
}

std::vector<RecordedMethod> recorded_methods(const RunDirectory& run) {
    std::vector<RecordedMethod> methods;
    for (const auto& thread : run.thread_files()) {
        add_new_methods(definitions_of(thread).methods, methods);
    }
    return methods;
}

std::vector<InstanceMethod> recorded_instance_methods(const RunDirectory& run) {
    std::map<std::array<std::string, 4>, InstanceMethod> all;
    for (const auto& files : run.thread_files()) {
        const auto thread = definitions_of(files);
        for (const auto& path : thread.call_paths) {
            const auto& method = thread.method(path);
            all.try_emplace({path.instance, method.port, method.name, method.signature},
                            InstanceMethod{path.instance, method});
        }
    }
    std::vector<InstanceMethod> methods;
    for (auto& [key, method] : all) {
        methods.push_back(std::move(method));
    }
    return methods;
}

} // namespace proxima::rundir
