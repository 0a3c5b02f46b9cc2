// The port that configures a component: typed fields with a description, a default and limits.
// parameters.hpp implements it.
//
//     #include <proxima/framework/parameters.hpp>
//     framework::Parameters parameters;
//     parameters.add_int("levels", "of refinement", 3, 1, 20);
//     framework::ParameterPort& port = parameters;
//     port.set("levels", "5");
//     for (const framework::ParameterField& field : port.fields()) {
//         std::cout << field.name << " = " << field.value << '\n';
//     }
//
// Errors: set() and get() throw framework::Error for an unknown field and name the known ones;
// set() also throws it for an invalid value and names the valid ones.
#pragma once

#include <proxima/framework/port.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace proxima::framework {

struct ParameterField {
    std::string name;
    std::string description;
    std::string type; ///< "int", "real", "string", "bool" or "choice"
    std::string value;
    std::string default_value;
    std::string valid; ///< description of valid values: "from 0 to 1", "minmod, superbee"
};

/// Reads and writes fields as text, by name.
class PROXIMA_API ParameterPort : public virtual Port {
public:
    virtual std::vector<ParameterField> fields() const = 0;
    virtual std::string get(std::string_view field) const = 0;
    virtual void set(std::string_view field, std::string_view value) = 0;
};

} // namespace proxima::framework
