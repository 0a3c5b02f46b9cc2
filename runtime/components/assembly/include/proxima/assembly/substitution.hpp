// Substitution: an assembly is rewritten with other classes for some of its instances.
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
    std::vector<std::optional<Action>> actions; ///< of each command; unset: left out
    std::vector<std::string> left_out;          ///< and why: one line each
};

/// The commands with these classes, by instance, without the parameters that a new class does not
/// take, and the connections of uses ports that it does not have; directories as they are seen from
/// `new_file`. Throws Error.
Substitution substitute(Substitutes& substitutes, const std::map<std::string, std::string>& classes,
                        const std::string& new_file);

/// The commands that are left, as if they stood in `new_file`.
Assembly substituted(const Assembly& assembly, const Substitution& changes,
                     const std::string& new_file);

/// A script line by line as it was, but for what changes; what is left out becomes a comment.
std::string substituted_script(std::string_view script, const Assembly& assembly,
                               const Substitution& changes);

} // namespace proxima::assembly
