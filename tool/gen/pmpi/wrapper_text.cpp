#include "pmpi/wrapper_text.hpp"

#include "output/text_template.hpp"
#include "pmpi/accounting.hpp"

#include <proxima/base/text.hpp>

#include <algorithm>

namespace proxima::gen {
namespace {

using kainjow::mustache::data;

std::string declared_parameters(const MpiFunction& routine) {
    return joined(routine.parameters, &MpiParameter::declared) + (routine.variadic ? ", ..." : "");
}

std::string arguments(const MpiFunction& routine,
                      const std::map<std::string, std::string>& replaced = {}) {
    std::vector<std::string> names;
    for (const MpiParameter& parameter : routine.parameters) {
        const auto found = replaced.find(parameter.name);
        names.push_back(found == replaced.end() ? parameter.name : found->second);
    }
    return base::joined(names);
}

// Another MPI's may be wider.
bool has_handle(const MpiFunction& routine) {
    return std::any_of(
        routine.parameters.begin(), routine.parameters.end(),
        [](const MpiParameter& parameter) { return parameter.type == MpiType::communicator; });
}

} // namespace

std::string wrappers_begin(const std::string& header, const std::vector<MpiFunction>& routines) {
    std::vector<std::string> names;
    for (const MpiFunction& routine : routines) {
        names.push_back(routine.name);
    }
    data values;
    values.set("header", header);
    values.set("count", std::to_string(routines.size()));
    values.set("names", list_of("name", names));
    return render_template("pmpi_begin", values);
}

std::string wrapper_text(const MpiFunction& routine, std::size_t number) {
    const Accounting accounting = account_for(routine);
    data values;
    values.set("name", routine.name);
    values.set("number", std::to_string(number));
    values.set("result", routine.result);
    values.set("has_result", routine.result != "void");
    values.set("parameters", declared_parameters(routine));
    values.set("arguments", arguments(routine));
    values.set("measured_arguments", arguments(routine, accounting.arguments));
    values.set("timed", accounting.is_timed);
    values.set("may_forward", !accounting.is_lifecycle || has_handle(routine));
    values.set("always", list_of("statement", accounting.always));
    values.set("before", list_of("statement", accounting.before));
    values.set("after", list_of("statement", accounting.after));
    values.set("counts_success", !accounting.after_success.empty());
    values.set("after_success", list_of("statement", accounting.after_success));
    return render_template(accounting.is_lifecycle ? "pmpi_lifecycle" : "pmpi_wrapper", values) +
           render_template("pmpi_entry", values);
}

} // namespace proxima::gen
