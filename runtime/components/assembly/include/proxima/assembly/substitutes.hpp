// Substitutes: the component classes that fit in the place of an instance of an assembly, because
// they provide the ports that its users need. Found by making one of each in a framework of its
// own.
#pragma once

#include <proxima/assembly/assembly.hpp>
#include <proxima/framework/framework.hpp>

#include <map>
#include <string>
#include <vector>

namespace proxima::assembly {

/// An instance that others use, and what can take its place.
struct Replaceable {
    std::string instance;
    std::string class_name;               ///< as it is assembled
    std::vector<std::string> port_types;  ///< what it provides to its users
    std::vector<std::string> class_names; ///< by name, its own among them
};

class Substitutes {
public:
    /// Classes are looked for in `path`, in $PROXIMA_COMPONENT_PATH, and where the assembly says.
    /// Throws Error if a class of the assembly itself cannot be made.
    Substitutes(Assembly assembly, std::vector<std::string> path);

    std::vector<Replaceable> replaceable();

    /// Why a class cannot take an instance's place; empty if it can. A uses port that it does not
    /// have is no reason: it needs less.
    std::string objection(const std::string& instance, const std::string& class_name);

    /// Libraries in the component path that make no component: the name of the class that they
    /// should have, and the reason.
    const std::map<std::string, std::string>& unusable() const { return unusable_; }

    const Assembly& assembly() const { return assembly_; }

    /// Empty if there is no such instance at the end of the assembly.
    std::string class_of(const std::string& instance) const;

    /// What `proxima run --check` says of an assembly with this path; empty: it is good.
    std::vector<std::string> check(const Assembly& assembly) const;

private:
    friend class Substituter; // substitution.cpp

    struct UsedPort {
        std::string type;
        bool is_needed = false; ///< the component cannot do without
    };
    struct Ports {
        std::map<std::string, std::string> provided; ///< name to type
        std::map<std::string, UsedPort> used;
    };

    void find_classes();
    const Ports& ports_of(const std::string& class_name);
    bool uses(const std::string& class_name, const std::string& port);
    Place place_of(const std::string& instance) const;
    // Why a new instance of the class, with the parameters `before`, does not take one more; empty
    // if it does.
    std::string refusal(const std::string& class_name, const std::vector<SetParameter>& before,
                        const SetParameter& parameter);

    Assembly assembly_;
    std::vector<std::string> path_;
    Wiring wiring_;
    framework::Framework framework_;
    std::map<std::string, Ports> classes_;
    std::map<std::string, std::string> unusable_;
};

} // namespace proxima::assembly
