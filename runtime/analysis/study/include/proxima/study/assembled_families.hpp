// Finds the classes among which a selection can choose for the instances of an assembly, and writes
// the assembly with the chosen ones.
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
    std::vector<std::string> path; ///< of components, before what file and environment say
};

/// False in builds without the framework, in which the functions below throw.
bool can_load_components();

/// Adds a family for each instance of the assembly that at least two classes with models could be,
/// but for instances of the families that there are; these are checked. `works` has the methods
/// that are called. Throws.
std::vector<NotChosen> add_assembled_families(const AssemblySource& source,
                                              const std::vector<select::Work>& works,
                                              select::SelectionProblem& problem);

/// Writes the assembly with the chosen classes (by instance) to `new_file`, as JSON if it ends in
/// .json, if that passes `proxima run --check`: as a whole or not at all. What had to be left out
/// goes to `warnings`. Throws.
void write_assembly(const AssemblySource& source, const std::string& new_file,
                    const std::map<std::string, std::string>& classes,
                    std::vector<std::string>& warnings);

} // namespace proxima::study
