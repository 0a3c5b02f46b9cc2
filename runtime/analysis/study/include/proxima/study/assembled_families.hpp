// Finds the classes among which a selection can choose for the instances of an assembly, and writes
// the assembly with the chosen ones.
//
//     select::SelectionProblem problem;
//     const study::AssemblySource source{"app.rc", {"lib"}};
//     const auto left_out = study::add_assembled_families(source, {}, problem);
//
// Errors: functions throw base::Error.
#pragma once

#include <proxima/select/selection.hpp>

#include <map>
#include <string>
#include <vector>

namespace proxima::study {

/// An instance, or a class for it, that the selection leaves out.
struct NotChosen {
    std::string what;
    std::string why;
};

struct AssemblySource {
    std::string file;
    std::vector<std::string> path; ///< component directories to search first
};

/// False in builds without the framework, in which the functions below throw.
bool can_load_components();

/// Checks the families of the problem, then adds a family for each other instance that at least two
/// classes with models can implement. `works`: the methods that are called. Throws base::Error.
std::vector<NotChosen> add_assembled_families(const AssemblySource& source,
                                              const std::vector<select::Work>& works,
                                              select::SelectionProblem& problem);

/// Writes the assembly with the chosen classes (by instance) to `new_file`. Adds to `warnings` what
/// had to be left out. Throws base::Error, and writes nothing, if the assembly would not pass
/// `proxima run --check`.
void write_assembly(const AssemblySource& source, const std::string& new_file,
                    const std::map<std::string, std::string>& classes,
                    std::vector<std::string>& warnings);

} // namespace proxima::study
