// Everything that is done for one header: parse, select, read, type-check, render, check what was
// rendered.
#pragma once

#include "analysis/parse/compile_flags.hpp"
#include "input/configuration.hpp"
#include "model/port_model.hpp"
#include "output/rendering.hpp"

#include <set>
#include <string>
#include <vector>

namespace proxima::gen {

struct HeaderAnalysis {
    std::string header;
    bool parsed = false;
    std::string diagnostics;             // Clang's own, when the header does not parse
    std::vector<PortClass> ports;        // selected, refused ones included
    std::vector<SkippedClass> skipped;   // classes defined in the header that no rule selects
    std::vector<RenderedPort> rendered;  // one for each port; empty for refused ones
    std::vector<std::string> includes;   // spelt for the generated header
    std::vector<std::string> files_read; // for dependency files
    std::vector<std::string> class_names;
    std::set<SourcePosition> used; // positions of configuration rules that matched something
    std::set<std::string> found;   // exact names and patterns of the selection that matched
};

// Settings common to all headers of a run.
struct AnalysisSettings {
    const GeneratorConfiguration*
        configuration; // with the command line's classes and templates as rules
    const CompileFlags* flags;
    std::vector<std::string> preludes;
};

// Throws base::Error. Different headers may be analysed by different threads at once.
HeaderAnalysis analyse_header(const std::string& header, const AnalysisSettings& settings);

} // namespace proxima::gen
