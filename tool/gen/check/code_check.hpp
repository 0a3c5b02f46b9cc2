// Checks that generated code compiles, before it is written.
#pragma once

#include "analysis/ports/read_ports.hpp"

namespace proxima::gen {

// Parses the generated code behind the header that it is for. Refuses a port whose code does not
// parse, with Clang's reason. Returns false, and adds to `earlier`, if the header must be parsed
// again because the error may hide errors of other ports. Throws base::Error if the headers of the
// runtime do not parse.
bool check_code(TranslationUnit& unit, std::vector<PortClass>& ports, EarlierAttempts& earlier);

} // namespace proxima::gen
