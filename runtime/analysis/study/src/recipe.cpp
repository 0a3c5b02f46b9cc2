#include <proxima/base/error.hpp>
#include <proxima/base/file.hpp>
#include <proxima/base/text.hpp>
#include <proxima/study/recipe.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <variant>

namespace proxima::study {
namespace {

using namespace assembly;

constexpr const char* script_name = "run.sh";
constexpr const char* assembly_name = "assembly.rc";

// FNV-1a, of 64 bits.
std::uint64_t hash_of(const std::string& text) {
    std::uint64_t hash = 14695981039346656037U;
    for (const unsigned char c : text) {
        hash = (hash ^ c) * 1099511628211U;
    }
    return hash;
}

std::string single_quoted(const std::string& text) {
    std::string made = "'";
    for (const char c : text) {
        made += c == '\'' ? std::string("'\\''") : std::string(1, c);
    }
    return made + "'";
}

// Quotes values, so that each is one word of the launcher line.
Settings words_of(Settings values) {
    constexpr std::string_view harmless = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
                                          "0123456789_-+=.,:/@%";
    for (auto& [name, value] : values) {
        const bool is_word =
            !value.empty() && value.find_first_not_of(harmless) == std::string::npos;
        value = is_word ? value : single_quoted(value);
    }
    return values;
}

std::string command_line(const std::vector<std::string>& arguments) {
    std::string line = "exec";
    for (const auto& argument : arguments) {
        line += " " + single_quoted(argument);
    }
    return line + " \"$@\"\n";
}

// INSTANCE.FIELD, or INSTANCE.PORT.FIELD; instances have no dots in their names.
SetParameter set_parameter(const std::string& name, const std::string& value) {
    const auto first = name.find('.');
    const auto last = name.rfind('.');
    const auto port =
        first == last ? std::string("parameters") : name.substr(first + 1, last - first - 1);
    return {{name.substr(0, first), port}, name.substr(last + 1), value};
}

void make_absolute(SetPath& path, const std::string& file) {
    for (auto& directory : path.directories) {
        directory =
            (std::filesystem::absolute(file).parent_path() / directory).lexically_normal().string();
    }
}

void require_instances(const Study& study, const Assembly& assembly) {
    std::vector<std::string> known;
    for (const auto& command : assembly.commands) {
        if (const auto* made = std::get_if<Instantiate>(&command.action)) {
            known.push_back(made->instance);
        }
    }
    for (const auto& factor : study.factors) {
        if (factor.is_implementation &&
            std::find(known.begin(), known.end(), factor.name) == known.end()) {
            throw base::Error(study.file, factor.line,
                              assembly.file + " has no instance `" + factor.name + "`" +
                                  base::instead(factor.name, known, "its instances"));
        }
    }
}

// The assembly with the chosen classes, and with parameters set before the first `go`.
Assembly variant(const Study& study, const Assembly& assembly, const Combination& combination) {
    Assembly made{assembly.file, {}};
    bool has_started = false;
    for (auto command : assembly.commands) {
        if (auto* path = std::get_if<SetPath>(&command.action)) {
            make_absolute(*path, assembly.file);
        }
        if (auto* instance = std::get_if<Instantiate>(&command.action)) {
            const auto* factor = study.factor(instance->instance);
            if (factor != nullptr && factor->is_implementation) {
                instance->class_name = *find(combination, factor->name);
            }
        }
        if (std::holds_alternative<Go>(command.action) && !has_started) {
            has_started = true;
            for (const auto& [name, value] : combination) {
                if (study.factor(name)->is_of_component()) {
                    made.commands.push_back({command.place, set_parameter(name, value)});
                }
            }
        }
        made.commands.push_back(std::move(command));
    }
    return made;
}

} // namespace

void Recipe::write_to(const std::filesystem::path& directory) const {
    base::replace_file(directory / script_name, script);
    std::filesystem::permissions(directory / script_name, std::filesystem::perms::owner_all,
                                 std::filesystem::perm_options::add);
    if (!assembly.empty()) {
        base::replace_file(directory / assembly_name, assembly);
    }
}

RecipeBook::RecipeBook(const Study& study, const Plan& plan, Places places)
    : study_(study), places_(std::move(places)) {
    for (const auto& combination : plan.combinations) {
        read_assembly_of(combination);
    }
}

void RecipeBook::read_assembly_of(const Combination& combination) {
    const auto file = filled_in(study_.assembly, values_for(combination, 0));
    if (study_.is_assembly() && assemblies_.count(file) == 0) {
        const auto read = read_assembly(study_.beside(file).string());
        require_instances(study_, read);
        assemblies_.emplace(file, read);
    }
}

Settings RecipeBook::values_for(const Combination& combination, std::size_t repetition) const {
    Settings values = combination;
    values.emplace_back("ranks", "1"); // unless the combination has it
    values.emplace_back("repetition", std::to_string(repetition + 1));
    values.emplace_back("study", study_.beside("").parent_path().string());
    values.emplace_back("proxima", places_.proxima.parent_path().string());
    return values;
}

const Assembly& RecipeBook::assembly_of(const Combination& combination) const {
    return assemblies_.at(filled_in(study_.assembly, values_for(combination, 0)));
}

std::string RecipeBook::script_of_assembly(const Combination& combination) const {
    return to_script(variant(study_, assembly_of(combination), combination));
}

std::vector<std::string> RecipeBook::program(const Settings& values) const {
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
    arguments = {places_.proxima.string(), "run", assembly_name};
    auto directories = places_.components;
    for (const auto& named : study_.components) {
        if (places_.components.empty()) {
            directories.push_back(study_.beside(filled_in(named, values)).string());
        }
    }
    for (const auto& directory : directories) {
        arguments.insert(arguments.end(), {"--path", directory});
    }
    for (const auto& option : study_.options) {
        arguments.push_back(filled_in(option, values));
    }
    return arguments;
}

Recipe RecipeBook::recipe(const Combination& combination, std::size_t repetition) const {
    const auto values = values_for(combination, repetition);
    Recipe made;
    const auto script = std::string("./") + script_name;
    made.launcher = filled_in(study_.launcher, words_of(values));
    if (made.launcher.find(script) == std::string::npos) {
        made.launcher += " " + script;
    }
    made.script = "#!/bin/sh\nexport PROXIMA=" + single_quoted(study_.measurement + ",output=run") +
                  "\n" + command_line(program(values));
    made.assembly = study_.is_assembly() ? script_of_assembly(combination) : "";
    made.digest = fmt::format("{:016x}", hash_of(made.launcher + '\0' + made.script + '\0' +
                                                 made.assembly + std::to_string(repetition)));
    return made;
}

std::string RecipeBook::plain(const Combination& combination) const {
    return study_.is_assembly() ? script_of_assembly(combination)
                                : "#!/bin/sh\n" + command_line(program(values_for(combination, 0)));
}

std::map<std::string, std::string> RecipeBook::classes(const Combination& combination) const {
    std::map<std::string, std::string> all;
    for (const auto& [name, value] : combination) {
        if (study_.factor(name)->is_implementation) {
            all[name] = value;
        }
    }
    if (study_.is_assembly()) {
        for (const auto& command : assembly_of(combination).commands) {
            if (const auto* made = std::get_if<Instantiate>(&command.action)) {
                all.emplace(made->instance, made->class_name);
            }
        }
    }
    return all;
}

} // namespace proxima::study
