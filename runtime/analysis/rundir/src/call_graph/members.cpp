#include "call_graph/members.hpp"

namespace proxima::rundir {

std::string_view key_of(ondemand::field& field) {
    const char* const begin = field.key().raw();
    const char* end = begin;
    while (*end != '"') {
        end += *end == '\\' ? 2 : 1;
    }
    return {begin, static_cast<std::size_t>(end - begin)};
}

std::optional<ondemand::value> find(ondemand::object& object, std::string_view key) {
    ondemand::value value;
    const auto error = object.find_field_unordered(key).get(value);
    if (error != simdjson::SUCCESS && error != simdjson::NO_SUCH_FIELD) {
        throw simdjson::simdjson_error(error);
    }
    return error == simdjson::SUCCESS ? std::optional(value) : std::nullopt;
}

std::string text_of(ondemand::object& object, std::string_view key) {
    auto value = find(object, key);
    std::string_view text;
    return value && value->get_string().get(text) == simdjson::SUCCESS ? std::string(text)
                                                                       : std::string();
}

double time_in(ondemand::value value) {
    const double time = value.get_double();
    if (!(time >= 0)) {
        throw simdjson::simdjson_error(simdjson::NUMBER_OUT_OF_RANGE);
    }
    return time;
}

double time_of(ondemand::object& row, std::string_view key) {
    const auto value = find(row, key);
    return value ? time_in(*value) : 0;
}

std::uint64_t count_of(ondemand::object& row, std::string_view key) {
    auto value = find(row, key);
    return value ? std::uint64_t(value->get_uint64()) : 0;
}

} // namespace proxima::rundir
