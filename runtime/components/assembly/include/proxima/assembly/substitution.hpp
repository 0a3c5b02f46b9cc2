// Rewrites an assembly with other classes for some of its instances.
//
//     assembly::Substitutes substitutes(assembly::read_assembly("application.rc"), {"lib"});
//     const assembly::Substitution changes =
//         assembly::substitute(substitutes, {{"flux", "EFMFlux"}}, "efm.rc");
//     std::cout << changes.left_out.size() << '\n';
//
// Ownership: values.
// Errors: substitute() throws Error.
#pragma once

#include <proxima/assembly/assembly.hpp>
#include <proxima/assembly/substitutes.hpp>

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace proxima::assembly {

struct Substitution {
    std::vector<std::optional<Action>> actions; ///< one for each command; empty if left out
    std::vector<std::string> left_out;          ///< one line each, with the reason
};

/// Replaces the classes of instances, given by instance name. Leaves out parameters that a new
/// class rejects and connections of ports that it does not use. Rewrites relative directories as
/// seen from `new_file`. Throws Error.
Substitution substitute(Substitutes& substitutes, const std::map<std::string, std::string>& classes,
                        const std::string& new_file);

/// Returns the script with only the necessary changes; commands that are left out become comments.
std::string substituted_script(std::string_view script, const Assembly& assembly,
                               const Substitution& changes);

} // namespace proxima::assembly
