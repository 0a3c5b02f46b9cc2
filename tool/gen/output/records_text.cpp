#include "output/records_text.hpp"

#include "output/cpp_text.hpp"
#include "output/text_template.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace proxima::gen {
namespace {

using kainjow::mustache::data;

data parameter_table(const PortMethod& method, const std::string& storage) {
    data parameters{data::type::list};
    data enumerations{data::type::list};
    const auto add = [&](const std::string& name, const std::string& type, const std::string& kind,
                         const std::string& constants) {
        data entry;
        entry.set("name_literal", string_literal(name));
        entry.set("type_literal", string_literal(type));
        entry.set("kind", kind);
        entry.set("constants", constants);
        parameters.push_back(entry);
    };
    for (std::size_t i = 0; i < method.recorded.size(); ++i) {
        const RecordedParameter& parameter = method.recorded[i];
        std::vector<std::string> constants;
        for (const EnumValue& constant : parameter.constants) {
            constants.push_back(fmt::format(
                "{{{}, {}}}", string_literal(constant.name),
                constant.value == INT64_MIN ? "INT64_MIN" : std::to_string(constant.value)));
        }
        const std::string table = fmt::format("proxima_{}_constants_{}", method.identifier, i + 1);
        add(parameter.name, parameter.cpp_type, kind_name(parameter.kind),
            constants.empty() ? "" : fmt::format(", {}, {}", table, constants.size()));
        if (!constants.empty()) {
            data enumeration;
            enumeration.set("name", table);
            enumeration.set("storage", storage);
            enumeration.set("constants", fmt::format("{}", fmt::join(constants, ", ")));
            enumerations.push_back(enumeration);
        }
    }
    if (method.may_miss()) {
        add("", "", "missing", "");
    }
    data values;
    values.set("recorded", parameters);
    values.set("enumerations", enumerations);
    return values;
}

data records_data(const PortClass& port) {
    const std::string storage = port.is_template() ? "static " : "";
    std::vector<std::string> addresses;
    data records{data::type::list};
    for (const PortMethod& method : port.methods) {
        if (method.treatment != Treatment::measured) {
            continue;
        }
        data entry = parameter_table(method, storage);
        entry.set("identifier", method.identifier);
        entry.set("storage", storage);
        entry.set("types", value_types(method));
        entry.set("name_literal", string_literal(method.name));
        entry.set("signature_literal", string_literal(method.signature));
        entry.set("location_literal", string_literal(to_string(method.position)));
        entry.set("has_recorded", !method.recorded.empty());
        entry.set("indented_tables", indented(render_template("parameter_tables", entry)));
        records.push_back(entry);
        addresses.push_back("&" + method.identifier);
    }
    data values;
    values.set("identifier", port.identifier);
    values.set("type", port.type);
    values.set("port_name", port.name);
    values.set("port_name_literal", string_literal(port.name));
    values.set("template_declaration",
               port.is_template() ? template_declaration(port) : std::string());
    values.set("records", records);
    values.set("has_records", !addresses.empty());
    values.set("record_addresses", fmt::format("{}", fmt::join(addresses, ", ")));
    values.set("record_count", std::to_string(addresses.size()));
    return values;
}

} // namespace

std::string records_declaration(const PortClass& port) {
    return render_template("records_declaration", records_data(port));
}

std::string records_definition(const PortClass& port) {
    return render_template("records_definition", records_data(port));
}

std::string records_template(const PortClass& port) {
    return render_template("records_template", records_data(port));
}

std::string value_types(const PortMethod& method) {
    std::vector<std::string> types;
    std::transform(method.recorded.begin(), method.recorded.end(), std::back_inserter(types),
                   [](const RecordedParameter& parameter) { return stored_type(parameter.kind); });
    if (method.may_miss()) {
        types.emplace_back("::proxima::Missing");
    }
    return fmt::format("{}", fmt::join(types, ", "));
}

} // namespace proxima::gen
