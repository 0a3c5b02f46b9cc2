// Reads the methods and call paths that the files of a thread define.
#include "records/thread_reader.hpp"

#include <proxima/base/utf8.hpp>

#include <algorithm>
#include <string>
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

// Tells the parameters where their bit is.
void add_missing_bits(RecordedMethod& method) {
    std::uint64_t bit = 1;
    for (auto& parameter : method.parameters) {
        parameter.missing_word = method.parameter_words;
        parameter.missing_bit = bit;
        bit <<= 1;
    }
    ++method.parameter_words;
}

void add_parameter(format::Column&& column, RecordedMethod& method) {
    if (column.type == ParameterType::missing) {
        add_missing_bits(method);
        return;
    }
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
    // As in callgraph.json, so that nodes and records find each other.
    method.port = base::utf8_text(defined.port);
    method.name = base::utf8_text(defined.name);
    method.signature = base::utf8_text(defined.signature);
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
    path.instance = base::utf8_text(node.instance);
    path.binding = {base::utf8_text(node.binding.user), base::utf8_text(node.binding.uses_port),
                    base::utf8_text(node.binding.provides_port)};
    path.is_stand_in = node.is_stand_in;
    thread.call_paths.push_back(std::move(path));
}

void add_new_methods(const std::vector<RecordedMethod>& from, std::vector<RecordedMethod>& to) {
    for (const auto& method : from) {
        if (std::none_of(to.begin(), to.end(), [&](const RecordedMethod& known) {
                return is_same_method(known, method);
            })) {
            to.push_back(method);
        }
    }
}

} // namespace proxima::rundir
