#include <proxima/framework/error.hpp>
#include <proxima/framework/parameter_port.hpp>

namespace proxima::framework {

namespace {

constexpr std::string_view blanks = " \t\n\r";

std::string quoted(const std::string& value) {
    if (!value.empty() && value.find_first_of(" \t\n\r\"\\") == std::string::npos) {
        return value;
    }
    std::string text = "\"";
    for (const char character : value) {
        if (character == '"' || character == '\\') {
            text += '\\';
        }
        text += character;
    }
    return text + '"';
}

[[noreturn]] void refuse(std::string_view rest) {
    throw Error(ErrorKind::bad_properties,
                "a configuration is FIELD=VALUE FIELD=VALUE ..., not `" + std::string(rest) + "`");
}

// Takes a value from the beginning of the text.
std::string take_value(std::string_view& text) {
    if (text.empty() || text.front() != '"') {
        const std::size_t end = std::min(text.find_first_of(blanks), text.size());
        std::string value(text.substr(0, end));
        text.remove_prefix(end);
        return value;
    }
    std::string value;
    for (std::size_t at = 1; at < text.size(); ++at) {
        if (text[at] == '"') {
            text.remove_prefix(at + 1);
            return value;
        }
        if (text[at] == '\\' && at + 1 < text.size()) {
            ++at;
        }
        value += text[at];
    }
    refuse(text);
}

} // namespace

std::string configuration_of(const ParameterPort& port) {
    std::string text;
    for (const ParameterField& field : port.fields()) {
        text += (text.empty() ? "" : " ") + field.name + "=" + quoted(field.value);
    }
    return text;
}

void set_configuration(ParameterPort& port, std::string_view configuration) {
    while (true) {
        const std::size_t begin = configuration.find_first_not_of(blanks);
        if (begin == std::string_view::npos) {
            return;
        }
        configuration.remove_prefix(begin);
        const std::size_t equals = configuration.find('=');
        if (equals == 0 || equals == std::string_view::npos ||
            configuration.substr(0, equals).find_first_of(blanks) != std::string_view::npos) {
            refuse(configuration);
        }
        const std::string field(configuration.substr(0, equals));
        configuration.remove_prefix(equals + 1);
        port.set(field, take_value(configuration));
    }
}

} // namespace proxima::framework
