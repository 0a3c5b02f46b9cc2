// Reads the selected classes of a header into the port model.
#pragma once

#include "analysis/classes/selection.hpp"
#include "analysis/parse/translation_unit.hpp"
#include "input/configuration.hpp"
#include "model/port_model.hpp"

#include <map>
#include <set>
#include <string>

namespace proxima::gen {

// Findings of earlier attempts at a header; every attempt parses it again.
struct EarlierAttempts {
    std::set<std::string> left_out;           // headers that complete no type
    std::map<std::string, PortClass> refused; // ports whose errors may hide others, by name
};

// Stores the ports that `selection` leads to, with their parameters, the includes of the generated
// header and the files read in `analysis`. Returns false, and adds to `earlier`, if the header must
// be parsed again. Throws base::Error if the configuration is wrong.
bool read_ports(TranslationUnit& unit, const Selection& selection,
                const GeneratorConfiguration& configuration, EarlierAttempts& earlier,
                HeaderAnalysis& analysis);

} // namespace proxima::gen
