// The port by which a component is configured: typed fields with a description, a default and
// limits. parameters.hpp implements it.
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
    std::string valid; ///< valid values as text: "0 to 1", "minmod, superbee"; empty: all
};

/// set() throws framework::Error naming the field, the value and the valid values; get() and
/// set() throw it for an unknown field, naming the known ones.
class PROXIMA_API ParameterPort : public virtual Port {
public:
    virtual std::vector<ParameterField> fields() const = 0;
    virtual std::string get(std::string_view field) const = 0;
    virtual void set(std::string_view field, std::string_view value) = 0;
};

} // namespace proxima::framework
