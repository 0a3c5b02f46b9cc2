#include "model/port_model.hpp"

namespace proxima::gen {

std::string make_unique(const std::string& name, std::set<std::string>& taken) {
    std::string made = name;
    for (unsigned number = 2; !taken.insert(made).second; ++number) {
        made = name + "_" + std::to_string(number);
    }
    return made;
}

std::string template_declaration(const PortClass& port) {
    return "template <" + joined(port.template_parameters, &TemplateParameter::declaration) + ">";
}

std::string in_place_advice(const std::string& port) {
    return "measure it in place: \"ports\": {\"" + port + "\": {\"in_place\": true}}";
}

} // namespace proxima::gen
