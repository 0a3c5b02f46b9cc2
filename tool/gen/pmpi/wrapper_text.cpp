#include "pmpi/wrapper_text.hpp"

#include "output/text_template.hpp"
#include "pmpi/accounting.hpp"
#include "pmpi/newer_routines.hpp"

#include <proxima/base/text.hpp>

#include <algorithm>
#include <cctype>
#include <string_view>

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

// Routines that Fortran interfaces implement without calling C: values of attributes and callbacks
// have other types in Fortran.
constexpr std::string_view without_c =
    " Attr_get Attr_put Comm_get_attr Comm_set_attr Type_get_attr Type_set_attr Win_get_attr "
    "Win_set_attr ";
constexpr std::string_view without_c_in_open_mpi =
    " Aint_add Aint_diff Comm_create_errhandler Comm_create_keyval Errhandler_create "
    "File_create_errhandler Keyval_create Type_create_keyval Type_match_size Win_create_errhandler "
    "Win_create_keyval ";

// Routines whose Fortran interface in Open MPI returns at once if it gets no requests.
constexpr std::string_view without_c_if_empty_in_open_mpi =
    " Testall Testany Testsome Waitall Waitany Waitsome ";

// All names by which compilers call a routine in Fortran, and that of `use mpi_f08`.
std::vector<std::string> fortran_names(std::string name) {
    const auto changed = [&](auto change) {
        std::transform(name.begin(), name.end(), name.begin(),
                       [&](unsigned char letter) { return static_cast<char>(change(letter)); });
        return name;
    };
    const std::string upper = changed([](int letter) { return std::toupper(letter); });
    const std::string lower = changed([](int letter) { return std::tolower(letter); });
    return {lower, lower + "_", lower + "__", lower + "_f08_", upper};
}

bool has(std::string_view names, const MpiFunction& function) {
    return names.find(" " + function.name.substr(4) + " ") != std::string_view::npos;
}

std::string fortran_text(const MpiFunction& function, std::size_t number) {
    const bool if_empty = has(without_c_if_empty_in_open_mpi, function);
    const bool only_open_mpi = if_empty || has(without_c_in_open_mpi, function);
    if (!only_open_mpi && !has(without_c, function)) {
        return "";
    }
    data values;
    values.set("number", std::to_string(number));
    values.set("only_open_mpi", only_open_mpi);
    values.set("condition", if_empty ? "*static_cast<const int*>(a) == 0" : "true");
    values.set("names", list_of("name", fortran_names(function.name)));
    return render_template("pmpi_fortran", values);
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
    values.set("unknown", list_of("name", routines_unknown_to(functions)));
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
           render_template("pmpi_entry", values) + fortran_text(function, number);
}

} // namespace proxima::gen
