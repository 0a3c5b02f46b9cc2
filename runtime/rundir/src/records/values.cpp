#include <proxima/rundir/values.hpp>

#include <charconv>
#include <iterator>

namespace proxima::rundir {

std::string text_of(const Parameter& parameter, const Record& record) {
    switch (parameter.type) {
    case ParameterType::unsigned_integer:
        return std::to_string(record.word(parameter));
    case ParameterType::real: {
        char digits[32];
        return {digits,
                std::to_chars(std::begin(digits), std::end(digits), record.real(parameter)).ptr};
    }
    case ParameterType::boolean:
        return record.word(parameter) != 0 ? "true" : "false";
    case ParameterType::text: {
        const auto value = record.text(parameter);
        return std::string(value.text) + (value.truncated ? "..." : "");
    }
    default:
        break;
    }
    const auto* name = parameter.constant_name(record.integer(parameter));
    return name != nullptr ? *name : std::to_string(record.integer(parameter));
}

} // namespace proxima::rundir
