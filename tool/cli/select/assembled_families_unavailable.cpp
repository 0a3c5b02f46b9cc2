// For builds without the framework.
#include "select/assembled_families.hpp"
#include "shared/messages.hpp"

namespace proxima::cli {
namespace {

constexpr const char* reason =
    "this proxima was built with static libraries alone, and so cannot load components; build "
    "Proxima with shared libraries";

} // namespace

std::vector<NotChosen> add_assembled_families(const AssemblySource&,
                                              const std::vector<select::Work>&,
                                              select::SelectionProblem&) {
    throw UsageError(reason);
}

void write_assembly(const AssemblySource&, const std::string&,
                    const std::map<std::string, std::string>&, std::vector<std::string>&) {
    throw UsageError(reason);
}

} // namespace proxima::cli
