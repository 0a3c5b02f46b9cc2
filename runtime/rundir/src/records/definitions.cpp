#include "records/definitions.hpp"

namespace proxima::rundir {
namespace {

constexpr std::uint32_t folded_flag = 1;
constexpr std::uint32_t bound_flag = 2;
constexpr std::size_t words_of_text = 4;

EnumerationConstant read_constant(FieldReader& fields) {
    EnumerationConstant constant;
    constant.value = fields.i64();
    constant.name = fields.string();
    return constant;
}

/// By the type that counters have, which is none of C++.
CounterUnit counter_unit(const Parameter& parameter) {
    if (parameter.type != ParameterType::unsigned_integer) {
        return CounterUnit::none;
    }
    return parameter.type_name == "counter in counts" ? CounterUnit::count
           : parameter.type_name == "counter in ns"   ? CounterUnit::nanoseconds
                                                      : CounterUnit::none;
}

Parameter read_parameter(FieldReader& fields) {
    Parameter parameter;
    const auto type = fields.u8();
    if (type > static_cast<std::uint8_t>(ParameterType::text)) {
        fields.refuse("a parameter has the unknown type " + std::to_string(type));
    }
    parameter.type = static_cast<ParameterType>(type);
    parameter.name = fields.string();
    parameter.type_name = fields.string();
    parameter.counter = counter_unit(parameter);
    const auto constants = fields.u32();
    for (std::uint32_t i = 0; i < constants; ++i) {
        parameter.constants.push_back(read_constant(fields));
    }
    return parameter;
}

void check_number(const FieldReader& fields, const char* kind, std::uint32_t number,
                  std::size_t expected) {
    if (number != expected) {
        fields.refuse(std::string(kind) + " " + std::to_string(expected) +
                      " should be defined here, not " + std::to_string(number));
    }
}

} // namespace

ThreadChunk read_thread_chunk(const Payload& payload) {
    FieldReader fields(payload);
    ThreadChunk chunk;
    chunk.thread = fields.u64();
    fields.u64(); // the system's number of the thread, of no use after the run
    chunk.clock.ticks = fields.u64();
    chunk.clock.monotonic_ns = fields.i64();
    chunk.clock.realtime_ns = fields.i64();
    return chunk;
}

std::uint32_t method_number(const Payload& payload) {
    return FieldReader(payload).u32();
}

void add_method(const Payload& payload, std::vector<Method>& methods) {
    FieldReader fields(payload);
    check_number(fields, "method", fields.u32(), methods.size());
    Method method;
    method.port = fields.string();
    method.name = fields.string();
    method.signature = fields.string();
    method.location = fields.string();
    const auto columns = fields.u32();
    for (std::uint32_t i = 0; i < columns; ++i) {
        auto parameter = read_parameter(fields);
        parameter.first_word = method.parameter_words;
        method.parameter_words += parameter.type == ParameterType::text ? words_of_text : 1;
        if (method.parameter_words > most_parameter_words) {
            fields.refuse("a method has more parameters than any should");
        }
        method.parameters.push_back(std::move(parameter));
    }
    methods.push_back(std::move(method));
}

void add_call_path(const Payload& payload, Lane& lane) {
    FieldReader fields(payload);
    check_number(fields, "node", fields.u32(), lane.call_paths.size() + 1);
    CallPath path;
    const auto parent = fields.u32();
    path.parent = parent == 0 ? CallPath::no_parent : parent - 1;
    if (parent > lane.call_paths.size()) {
        fields.refuse("the parent of a node, " + std::to_string(parent) +
                      ", is not defined before it");
    }
    path.method = fields.u32();
    if (path.method >= lane.methods.size()) {
        fields.refuse("the method of a node, " + std::to_string(path.method) +
                      ", is not defined before it");
    }
    const std::uint32_t flags = fields.u32();
    path.folded = (flags & folded_flag) != 0;
    path.instance = fields.string();
    if ((flags & bound_flag) != 0) {
        path.binding.user = fields.string();
        path.binding.uses_port = fields.string();
        path.binding.provides_port = fields.string();
    }
    lane.call_paths.push_back(std::move(path));
}

} // namespace proxima::rundir
