// Makes the recipe of each run: a shell script and its launcher line.
//
//     const auto study = study::read_study("study.json");
//     const auto plan = study::plan_of(study);
//     const study::RecipeBook recipes(study, plan, {"/usr/bin/proxima", {}});
//     recipes.recipe(plan.combinations.front(), 0).write_to("run1");
//
// Ownership: a RecipeBook refers to its study.
// Errors: functions throw base::Error.
#pragma once

#include <proxima/assembly/assembly.hpp>
#include <proxima/study/plan.hpp>

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace proxima::study {

struct Recipe {
    std::string launcher; ///< a line for the shell that ends in the script's name
    std::string script;   ///< measures a run; its arguments are added to the program's
    std::string assembly; ///< the script reads it as `assembly.rc`; empty if there is none
    std::string digest;   ///< equal for runs that are made in the same way

    /// Writes the scripts into `directory`, in which the run will work.
    void write_to(const std::filesystem::path& directory) const;
};

/// The places of programs and components that a study file names.
struct Places {
    std::filesystem::path proxima;       ///< the program
    std::vector<std::string> components; ///< replaces those of the study, unless empty
};

class RecipeBook {
public:
    /// Reads the assembly scripts. Throws base::Error, also where they lack an instance that the
    /// study names.
    RecipeBook(const Study& study, const Plan& plan, Places places);

    /// Reads the assembly script of one more combination.
    void read_assembly_of(const Combination& combination);

    Recipe recipe(const Combination& combination, std::size_t repetition) const;

    /// The assembly script, or else a shell script that runs the command without measuring it.
    std::string plain(const Combination& combination) const;

    /// The classes of the instances: those of the assembly, or those that the study varies.
    std::map<std::string, std::string> classes(const Combination& combination) const;

private:
    Settings values_for(const Combination& combination, std::size_t repetition) const;
    const assembly::Assembly& assembly_of(const Combination& combination) const;
    std::string script_of_assembly(const Combination& combination) const;
    std::vector<std::string> program(const Settings& values) const;

    const Study& study_;
    Places places_;
    std::map<std::string, assembly::Assembly> assemblies_; ///< by file, as the study names it
};

} // namespace proxima::study
