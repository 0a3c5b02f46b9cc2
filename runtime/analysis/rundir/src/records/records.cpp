#include <proxima/rundir/records.hpp>

#include <algorithm>
#include <bit>
#include <charconv>
#include <iterator>
#include <utility>

namespace proxima::rundir {
namespace {

constexpr std::size_t text_capacity = 31;
constexpr unsigned char truncated_flag = 0x80;

} // namespace

RecordedBinding::RecordedBinding(std::string user, std::string uses_port,
                                 std::string provides_port) {
    format::BindingNames names{std::move(user), std::move(uses_port), std::move(provides_port)};
    if (!names.empty() || !names.provides_port.empty()) {
        names_ = std::make_shared<const format::BindingNames>(std::move(names));
    }
}

bool RecordedBinding::operator==(const RecordedBinding& other) const {
    const auto& [user, uses_port, provides_port] = *operator->();
    return user == other->user && uses_port == other->uses_port &&
           provides_port == other->provides_port;
}

const std::string* RecordedParameter::constant_name(std::int64_t value) const {
    const auto found =
        std::find_if(constants.begin(), constants.end(),
                     [value](const auto& constant) { return constant.first == value; });
    return found == constants.end() ? nullptr : &found->second;
}

bool is_same_method(const RecordedMethod& left, const RecordedMethod& right) {
    return left.port == right.port && left.name == right.name && left.signature == right.signature;
}

std::string display_name(const RecordedMethod& method, const std::vector<RecordedMethod>& methods) {
    const bool overloaded = std::any_of(methods.begin(), methods.end(), [&](const auto& other) {
        return other.port == method.port && other.name == method.name &&
               other.signature != method.signature;
    });
    return overloaded ? method.name + method.parameter_types() : method.name;
}

double Record::real(const RecordedParameter& parameter) const {
    return std::bit_cast<double>(word(parameter));
}

TextValue Record::text(const RecordedParameter& parameter) const {
    const auto* bytes = reinterpret_cast<const char*>(parameters + parameter.first_word);
    const auto size_and_flag = static_cast<unsigned char>(bytes[0]);
    const std::size_t size = size_and_flag & static_cast<unsigned char>(~truncated_flag);
    return {{bytes + 1, std::min(size, text_capacity)}, (size_and_flag & truncated_flag) != 0};
}

std::string text_of(const RecordedParameter& parameter, const Record& record) {
    if (record.is_missing(parameter)) {
        return "missing";
    }
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
