// Spells paths as the user did, so that generated code does not depend on the sources' location.
#pragma once

#include "model/port_model.hpp"

#include <string>

namespace proxima::gen {

// Clang reads the header by its absolute path. Spells files beside or below it like the header.
class GivenPaths {
public:
    explicit GivenPaths(const std::string& header);

    std::string spell(const std::string& path) const;

    // Changes the positions of a port, its methods and notes.
    void respell(PortClass& port) const;

    // Changes the paths at which lines of Clang's diagnostics begin.
    std::string respell_diagnostics(const std::string& text) const;

private:
    std::string absolute_; // the header's directory, with a slash at its end
    std::string given_;
};

} // namespace proxima::gen
