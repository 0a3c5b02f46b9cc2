#include "recipe.hpp"

#include "assembly_variant.hpp"
#include "study/description/placeholders.hpp"

#include <proxima/model/error.hpp>

#include <fmt/format.h>

#include <cstdint>

namespace proxima::study {

using assembly::Assembly;

struct RecipeBook::Scripts {
    std::map<std::string, Assembly> by_file;
};

namespace {

constexpr const char* run_directory = "run";
constexpr const char* script_name = "assembly.rc";

/// FNV-1a, of 64 bits.
std::uint64_t hash_of(const std::string& text) {
    std::uint64_t hash = 14695981039346656037U;
    for (const unsigned char c : text) {
        hash = (hash ^ c) * 1099511628211U;
    }
    return hash;
}

Settings component_parameters(const Combination& combination) {
    Settings result;
    for (const auto& [name, value] : combination.parameters) {
        if (name.find('.') != std::string::npos) {
            result.emplace_back(name, value);
        }
    }
    return result;
}

} // namespace

RecipeBook::RecipeBook(const Study& study, const Plan& plan, Places places)
    : study_(study), places_(std::move(places)), scripts_(std::make_unique<Scripts>()) {
    if (!study_.is_assembly()) {
        return;
    }
    for (const auto& combination : plan.combinations) {
        const auto file = script_file(combination);
        auto found = scripts_->by_file.find(file);
        if (found == scripts_->by_file.end()) {
            found = scripts_->by_file.emplace(file, assembly::read_assembly(file)).first;
            check_variant(study_, found->second);
        }
    }
    for (const auto& combination : plan.combinations) {
        component_directories(values_for(combination, 0, {}));
    }
}

RecipeBook::~RecipeBook() = default;

Settings RecipeBook::values_for(const Combination& combination, std::size_t repetition,
                                const std::filesystem::path& directory) const {
    Settings values = combination.parameters;
    values.insert(values.end(), combination.implementations.begin(),
                  combination.implementations.end());
    values.emplace_back("ranks", std::to_string(std::max(combination.ranks, 1)));
    values.emplace_back("repetition", std::to_string(repetition + 1));
    values.emplace_back("run", (directory / run_directory).string());
    values.emplace_back("study", study_.beside("").parent_path().string());
    values.emplace_back("proxima", places_.program.parent_path().string());
    return values;
}

std::string RecipeBook::script_file(const Combination& combination) const {
    return study_.beside(filled_in(study_.assembly, values_for(combination, 0, {}))).string();
}

std::string RecipeBook::script_for(const Combination& combination) const {
    return assembly::to_script(variant(scripts_->by_file.at(script_file(combination)),
                                       combination.implementations,
                                       component_parameters(combination)));
}

std::vector<std::string> RecipeBook::component_directories(const Settings& values) const {
    auto directories = places_.components;
    for (const auto& named : study_.components) {
        const auto directory = study_.beside(filled_in(named, values));
        std::error_code ignored;
        if (std::filesystem::is_directory(directory, ignored)) {
            directories.push_back(directory.string());
        } else if (places_.components.empty()) {
            throw model::Error(study_.file, "there is no directory " + directory.string() +
                                                "; build the components, or say with --path where "
                                                "they are");
        }
    }
    return directories;
}

std::vector<std::string> RecipeBook::program_for(const Combination&, const Settings& values,
                                                 const std::filesystem::path& directory) const {
    std::vector<std::string> arguments;
    if (!study_.is_assembly()) {
        for (const auto& argument : study_.command) {
            arguments.push_back(filled_in(argument, values));
        }
        if (arguments.front().find('/') != std::string::npos) {
            arguments.front() = study_.beside(arguments.front()).string();
        }
        return arguments;
    }
    arguments = {places_.program.string(), "run", (directory / script_name).string()};
    for (const auto& path : component_directories(values)) {
        arguments.insert(arguments.end(), {"--path", path});
    }
    for (const auto& pattern : study_.measure) {
        arguments.insert(arguments.end(), {"--measure", pattern});
    }
    for (const auto& rules : study_.rules) {
        arguments.insert(arguments.end(),
                         {"--rules", study_.beside(filled_in(rules, values)).string()});
    }
    return arguments;
}

Recipe RecipeBook::recipe(const Combination& combination, std::size_t repetition,
                          const std::filesystem::path& directory) const {
    const auto values = values_for(combination, repetition, directory);
    Recipe made;
    if (combination.ranks > 0) {
        for (const auto& argument : study_.launcher) {
            made.arguments.push_back(filled_in(argument, values));
        }
    }
    const auto program = program_for(combination, values, directory);
    made.arguments.insert(made.arguments.end(), program.begin(), program.end());
    for (const auto& [name, value] : study_.environment) {
        made.environment.emplace_back(name, filled_in(value, values));
    }
    made.environment.emplace_back("PROXIMA", study_.measurement +
                                                 ",output=" + (directory / run_directory).string());
    made.script = study_.is_assembly() ? script_for(combination) : "";
    return made;
}

Recipe RecipeBook::plain(const Combination& combination) const {
    const std::filesystem::path here = ".";
    const auto values = values_for(combination, 0, here);
    Recipe made;
    made.arguments =
        study_.is_assembly() ? std::vector<std::string>() : program_for(combination, values, here);
    made.script = study_.is_assembly() ? script_for(combination) : "";
    return made;
}

Recipe RecipeBook::check(const Combination& combination,
                         const std::filesystem::path& directory) const {
    const auto values = values_for(combination, 0, directory);
    auto made = recipe(combination, 0, directory);
    made.arguments = program_for(combination, values, directory);
    made.arguments.emplace_back("--check");
    made.environment.back().second = "off"; // of PROXIMA
    return made;
}

std::string RecipeBook::digest(const Combination& combination, std::size_t repetition) const {
    const auto made = recipe(combination, repetition, "/");
    std::string text;
    for (const auto& argument : made.arguments) {
        text += argument + '\0';
    }
    for (const auto& [name, value] : made.environment) {
        text += name + '=' + value + '\0';
    }
    return fmt::format("{:016x}", hash_of(text + made.script));
}

Settings RecipeBook::classes(const Combination& combination) const {
    if (!study_.is_assembly()) {
        return combination.implementations;
    }
    Settings all;
    for (const auto& command : scripts_->by_file.at(script_file(combination)).commands) {
        if (const auto* made = std::get_if<assembly::Instantiate>(&command.action)) {
            const auto* chosen = find(combination.implementations, made->instance);
            all.emplace_back(made->instance, chosen != nullptr ? *chosen : made->class_name);
        }
    }
    return all;
}

} // namespace proxima::study
