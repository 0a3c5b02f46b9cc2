#include <proxima/framework/error.hpp>
#include <proxima/framework/parameter_port.hpp>

#include <iomanip>
#include <sstream>

namespace proxima::framework {
namespace {

constexpr const char* blanks = " \t\n\r\v\f";

bool has_blanks(const std::string& text) {
    return text.find_first_of(blanks) != std::string::npos;
}

bool needs_quotes(const std::string& value) {
    return value.empty() || has_blanks(value) || value.find_first_of("\"\\") != std::string::npos;
}

} // namespace

std::string configuration_of(const ParameterPort& port) {
    std::ostringstream text;
    const char* separator = "";
    for (const ParameterField& field : port.fields()) {
        text << separator << field.name << '=';
        if (needs_quotes(field.value)) {
            text << std::quoted(field.value);
        } else {
            text << field.value;
        }
        separator = " ";
    }
    return text.str();
}

void set_configuration(ParameterPort& port, std::string_view configuration) {
    std::istringstream text{std::string(configuration)};
    while (!(text >> std::ws).eof()) {
        std::string field;
        std::string value;
        std::getline(text, field, '=');
        text >> std::noskipws >> std::quoted(value);
        if (!text || field.empty() || has_blanks(field)) {
            throw Error(ErrorKind::bad_properties,
                        "a configuration is FIELD=VALUE FIELD=VALUE ..., not `" +
                            std::string(configuration) + "`");
        }
        port.set(field, value);
    }
}

} // namespace proxima::framework
