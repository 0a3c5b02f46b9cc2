// Finds substitutes: component classes that can take the place of an instance of an assembly,
// because they provide the ports that its users need. It creates one instance of each class to see
// its ports.
//
//     assembly::Substitutes substitutes(assembly::read_assembly("application.rc"), {"lib"});
//     for (const assembly::Substitutable& one : substitutes.replaceable()) {
//         std::cout << one.instance << ": " << one.class_names.size() << " classes\n";
//     }
//
// Thread safety: not thread-safe.
// Errors: the constructor throws Error if a class of the assembly itself cannot be created.
#pragma once

#include <proxima/assembly/assembly.hpp>
#include <proxima/framework/framework.hpp>

#include <map>
#include <string>
#include <vector>

namespace proxima::assembly {

/// An instance that others use, and its possible classes.
struct Substitutable {
    std::string instance;
    std::string class_name;               ///< class in the assembly
    std::vector<std::string> port_types;  ///< types of the ports that its users use
    std::vector<std::string> class_names; ///< possible classes, sorted, including its own
};

class Substitutes {
public:
    /// Looks for classes in `path`, in $PROXIMA_COMPONENT_PATH, and where the assembly says.
    Substitutes(Assembly assembly, std::vector<std::string> path);

    std::vector<Substitutable> replaceable();

    /// Explains why a class cannot take an instance's place; empty if it can. A class may use fewer
    /// ports than the original.
    std::string objection(const std::string& instance, const std::string& class_name);

    /// Libraries in the component path that do not work: the expected class name, and the reason.
    const std::map<std::string, std::string>& unusable() const { return unusable_; }

    const Assembly& assembly() const { return assembly_; }

    /// Returns the class of an instance; empty if the assembly ends without that instance.
    std::string class_of(const std::string& instance) const;

    /// Returns the errors that `proxima run --check` reports for an assembly with this path.
    std::vector<std::string> check(const Assembly& assembly) const;

private:
    friend class Substituter; // substitution.cpp

    struct UsedPort {
        std::string type;
        bool is_needed = false; ///< the port must be connected
    };
    struct Ports {
        std::map<std::string, std::string> provided; ///< type by name
        std::map<std::string, UsedPort> used;
    };

    void find_classes();
    const Ports& ports_of(const std::string& class_name);
    bool uses(const std::string& class_name, const std::string& port);
    Place place_of(const std::string& instance) const;
    // Explains why a new instance of the class, with the parameters `before`, rejects one more;
    // empty if it accepts.
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
