// Paths as the user spelt them: generated code must not depend on the location of the sources.
#pragma once

#include "model/port_model.hpp"

#include <string>

namespace proxima::gen {

// Clang reads the header by its absolute path; what lies beside or below it is spelt like the
// header.
class GivenPaths {
public:
    explicit GivenPaths(const std::string& header);

    std::string spell(const std::string& path) const;

    // The positions of a port, its methods and notes.
    void respell(PortClass& port) const;

    // The paths at which the lines of Clang's diagnostics point.
    std::string respell_diagnostics(const std::string& text) const;

private:
    std::string absolute_; // the header's directory, with a slash at its end
    std::string given_;
};

} // namespace proxima::gen
