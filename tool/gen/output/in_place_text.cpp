#include "output/cpp_text.hpp"
#include "output/method_text.hpp"
#include "output/records_text.hpp"
#include "output/rendering.hpp"
#include "output/text_template.hpp"

#include <fmt/format.h>

#include <set>

namespace proxima::gen {
namespace {

using kainjow::mustache::data;

// A method as one of its classes declares it. A class and its base share the slot of the virtual
// table, unless a virtual base or another result type lies between them.
struct Declaration {
    const PortMethod* method; // the most derived one, which is measured
    PortMethod declared;
    std::size_t index; // among the port's records
};

std::vector<Declaration> declarations(const PortClass& port) {
    std::vector<Declaration> all;
    std::size_t index = 0;
    for (const PortMethod& method : port.methods) {
        if (method.treatment != Treatment::measured) {
            continue;
        }
        all.push_back({&method, method, index});
        for (std::size_t i = 0; i < method.overridden.size(); ++i) {
            all.push_back({&method, method.overridden[i], index});
            all.back().declared.identifier = fmt::format("{}_base_{}", method.identifier, i + 1);
        }
        ++index;
    }
    return all;
}

std::string in_front(const std::string& separator, const std::string& list) {
    return list.empty() ? "" : separator + list;
}

data entry_data(const PortClass& port, const Declaration& declaration) {
    const PortMethod& declared = declaration.declared;
    const PortMethod& method = *declaration.method;
    data values;
    values.set("entry", "proxima_at_" + declared.identifier);
    values.set("slot", "proxima_slot_" + declared.identifier);
    values.set("declaring_type", declared.declaring_type);
    set_result(values, declared);
    values.set("parameters", in_front(", ", parameter_list(method)));
    values.set("pointer", member_pointer(port, declared));
    values.set("index", std::to_string(declaration.index));
    values.set("variadic", false);
    values.set("is_entry", true);
    set_body(values, port, method,
             {fmt::format("proxima_entered.original(proxima_self{})",
                          in_front(", ", argument_list(method))),
              "::proxima::detail::port_of<" + port.type + ">(proxima_self, *proxima_entered.head)",
              "proxima_entered.site", "proxima_entered.head != nullptr"});
    values.set("body", indented(render_template("method_body", values)));
    return values;
}

// Adds the slot of each subobject that has the declaration.
void add_slots(const PortMethod& declared, data& slots) {
    for (const std::vector<std::string>& way : declared.subobjects) {
        std::string subobject = "proxima_object";
        for (const std::string& base : way) {
            subobject = fmt::format("static_cast<{}&>({})", base, subobject);
        }
        data slot;
        slot.set("subobject",
                 fmt::format("static_cast<{}&>({})", declared.declaring_type, subobject));
        slot.set("slot", "proxima_slot_" + declared.identifier);
        slot.set("entry", "proxima_at_" + declared.identifier);
        slots.push_back(slot);
    }
}

std::string definition(const PortClass& port) {
    data accessors{data::type::list};
    data private_accesses{data::type::list};
    data entries{data::type::list};
    data slots{data::type::list};
    for (const Declaration& declaration : declarations(port)) {
        const PortMethod& declared = declaration.declared;
        if (declared.call == CallForm::protected_access) {
            accessors.push_back(access_data(port, declared));
        } else if (declared.call == CallForm::private_access) {
            private_accesses.push_back(access_data(port, declared));
        }
        entries.push_back(entry_data(port, declaration));
        add_slots(declared, slots);
    }
    data values;
    values.set("port_name", port.name);
    values.set("type", port.type);
    values.set("derivable", port.derivable);
    values.set("own_template", port.is_template());
    values.set("template_head", port.is_template() ? template_declaration(port) : "template <>");
    values.set("records", record_scope(port));
    values.set("accessors", accessors);
    values.set("private_accesses", private_accesses);
    values.set("entries", entries);
    values.set("slots", slots);
    return render_template("in_place", values);
}

} // namespace

PortCode in_place_code(const PortClass& port) {
    PortCode rendered;
    if (port.is_template()) {
        rendered.record_templates = records_template(port);
        rendered.class_definition = definition(port);
        return rendered;
    }
    data values;
    values.set("port_name", port.name);
    values.set("type", port.type);
    rendered.class_definition = render_template("in_place_declaration", values);
    rendered.records_declaration = records_declaration(port);
    rendered.records_definition = records_definition(port);
    rendered.in_place_definition = definition(port);
    return rendered;
}

} // namespace proxima::gen
