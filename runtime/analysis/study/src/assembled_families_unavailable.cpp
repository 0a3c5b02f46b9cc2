// Replaces assembled_families.cpp in builds without the framework: its functions throw.
#include <proxima/base/error.hpp>
#include <proxima/study/assembled_families.hpp>

namespace proxima::study {

bool can_load_components() {
    return false;
}

std::vector<NotChosen> add_assembled_families(const AssemblySource& source,
                                              const std::vector<select::Work>&,
                                              select::SelectionProblem&) {
    throw base::Error(source.file, "components cannot be loaded");
}

void write_assembly(const AssemblySource& source, const std::string&,
                    const std::map<std::string, std::string>&, std::vector<std::string>&) {
    throw base::Error(source.file, "components cannot be loaded");
}

} // namespace proxima::study
