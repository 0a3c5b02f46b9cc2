// How one run of a study is made.
#pragma once

#include "plan.hpp"
#include "study/description/study.hpp"

#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace proxima::study {

/// What is to be started.
struct Recipe {
    std::vector<std::string> arguments;
    Settings environment; ///< added to that of this process
    std::string script;   ///< of the assembly; empty: there is none
};

/// Where things are that a study file only names.
struct Places {
    std::filesystem::path program;       ///< `proxima`
    std::vector<std::string> components; ///< directories that come before those of the study
};

class RecipeBook {
public:
    /// Reads the assembly scripts, and checks that they have what the study sets. Throws
    /// model::Error and assembly::AssemblyError.
    RecipeBook(const Study& study, const Plan& plan, Places places);
    RecipeBook(const RecipeBook&) = delete;
    RecipeBook& operator=(const RecipeBook&) = delete;
    ~RecipeBook();

    /// `directory` is where the run works; the run directory of the measurement is `run` in it.
    Recipe recipe(const Combination& combination, std::size_t repetition,
                  const std::filesystem::path& directory) const;

    /// The same for the best assembly, to be run as it is: without measurement and launcher.
    Recipe plain(const Combination& combination) const;

    /// How `proxima run --check` is asked whether an assembly can be run; `directory` is where its
    /// script will be.
    Recipe check(const Combination& combination, const std::filesystem::path& directory) const;

    /// Equal for runs that are made in the same way, wherever they work.
    std::string digest(const Combination& combination, std::size_t repetition) const;

    /// What stands behind the instances: those of the assembly, or those that the study chooses.
    Settings classes(const Combination& combination) const;

private:
    struct Scripts;

    Settings values_for(const Combination& combination, std::size_t repetition,
                        const std::filesystem::path& directory) const;
    std::string script_for(const Combination& combination) const;
    std::string script_file(const Combination& combination) const;
    std::vector<std::string> program_for(const Combination& combination, const Settings& values,
                                         const std::filesystem::path& directory) const;
    std::vector<std::string> component_directories(const Settings& values) const;

    const Study& study_;
    Places places_;
    std::unique_ptr<Scripts> scripts_;
};

} // namespace proxima::study
