#include "model/port_model.hpp"

#include <algorithm>

namespace proxima::gen {

bool wraps_something(const PortMethod& method) {
    return !method.wrapped_port.empty() ||
           std::any_of(
               method.parameters.begin(), method.parameters.end(),
               [](const MethodParameter& parameter) { return !parameter.wrapped_port.empty(); });
}

std::string template_declaration(const PortClass& port) {
    return "template <" + joined(port.template_parameters, &TemplateParameter::declaration) + ">";
}

std::string in_place_advice(const std::string& port) {
    return "measure it in place: \"ports\": {\"" + port + "\": {\"in_place\": true}}";
}

} // namespace proxima::gen
