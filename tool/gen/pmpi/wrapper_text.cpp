#include "pmpi/wrapper_text.hpp"

#include "output/text_template.hpp"
#include "pmpi/accounting.hpp"

#include <proxima/base/text.hpp>

#include <algorithm>

namespace proxima::gen {
namespace {

using kainjow::mustache::data;

std::string declared_parameters(const MpiFunction& function) {
    return joined(function.parameters, &MpiParameter::declared) +
           (function.variadic ? ", ..." : "");
}

std::string arguments(const MpiFunction& function,
                      const std::map<std::string, std::string>& replaced = {}) {
    std::vector<std::string> names;
    for (const MpiParameter& parameter : function.parameters) {
        const auto found = replaced.find(parameter.name);
        names.push_back(found == replaced.end() ? parameter.name : found->second);
    }
    return base::joined(names);
}

// True if a communicator is passed; the handle of another MPI may be wider.
bool has_handle(const MpiFunction& function) {
    return std::any_of(
        function.parameters.begin(), function.parameters.end(),
        [](const MpiParameter& parameter) { return parameter.type == MpiType::communicator; });
}

} // namespace

std::string wrappers_begin(const std::string& header, const std::vector<MpiFunction>& functions) {
    std::vector<std::string> names;
    for (const MpiFunction& function : functions) {
        names.push_back(function.name);
    }
    data values;
    values.set("header", header);
    values.set("count", std::to_string(functions.size()));
    values.set("names", list_of("name", names));
    return render_template("pmpi_begin", values);
}

std::string wrapper_text(const MpiFunction& function, std::size_t number) {
    const Accounting accounting = account_for(function);
    data values;
    values.set("name", function.name);
    values.set("number", std::to_string(number));
    values.set("result", function.result);
    values.set("has_result", function.result != "void");
    values.set("parameters", declared_parameters(function));
    values.set("arguments", arguments(function));
    values.set("measured_arguments", arguments(function, accounting.arguments));
    values.set("timed", accounting.is_timed);
    values.set("may_forward", !accounting.is_lifecycle || has_handle(function));
    values.set("converts", function.name.ends_with("_c2f") || function.name.ends_with("_f2c"));
    values.set("always", list_of("statement", accounting.always));
    values.set("before", list_of("statement", accounting.before));
    values.set("after", list_of("statement", accounting.after));
    values.set("counts_success", !accounting.after_success.empty());
    values.set("after_success", list_of("statement", accounting.after_success));
    return render_template(accounting.is_lifecycle ? "pmpi_lifecycle" : "pmpi_wrapper", values) +
           render_template("pmpi_entry", values);
}

} // namespace proxima::gen
