#include "assembly_variant.hpp"

#include "assembly/suggestions.hpp"

#include <proxima/model/error.hpp>

#include <algorithm>
#include <filesystem>

namespace proxima::study {
namespace {

using namespace assembly;

std::vector<std::string> instances_of(const Assembly& assembly) {
    std::vector<std::string> instances;
    for (const auto& command : assembly.commands) {
        if (const auto* made = std::get_if<Instantiate>(&command.action)) {
            instances.push_back(made->instance);
        }
    }
    return instances;
}

/// INSTANCE.FIELD, or INSTANCE.PORT.FIELD; instances have no dots in their names.
SetParameter set_parameter(const std::string& name, const std::string& value) {
    const auto first = name.find('.');
    const auto last = name.rfind('.');
    const auto port =
        first == last ? std::string("parameters") : name.substr(first + 1, last - first - 1);
    return {{name.substr(0, first), port}, name.substr(last + 1), value};
}

void require_instance(const Study& study, const Assembly& assembly, const std::string& instance,
                      std::size_t line) {
    const auto known = instances_of(assembly);
    if (std::find(known.begin(), known.end(), instance) == known.end()) {
        throw model::Error(study.file, line,
                           assembly.file + " has no instance `" + instance + "`" +
                               instead(instance, known, "its instances"));
    }
}

std::vector<std::string> absolute(const std::vector<std::string>& directories,
                                  const std::string& file) {
    std::vector<std::string> result;
    for (const auto& directory : directories) {
        result.push_back((std::filesystem::absolute(file).parent_path() / directory)
                             .lexically_normal()
                             .string());
    }
    return result;
}

} // namespace

void check_variant(const Study& study, const Assembly& assembly) {
    for (const auto& choice : study.choices) {
        require_instance(study, assembly, choice.instance, choice.line);
    }
    const auto check = [&](const std::string& name, std::size_t line) {
        if (name.find('.') != std::string::npos) {
            require_instance(study, assembly, name.substr(0, name.find('.')), line);
        }
    };
    for (const auto& parameter : study.parameters) {
        check(parameter.name, parameter.line);
    }
    for (const auto& point : study.points) {
        for (const auto& [name, value] : point.settings) {
            check(name, point.line);
        }
    }
    if (std::none_of(assembly.commands.begin(), assembly.commands.end(), [](const auto& command) {
            return std::holds_alternative<Go>(command.action);
        })) {
        throw model::Error(assembly.file, "nothing starts this assembly; add `go INSTANCE PORT`");
    }
}

Assembly variant(const Assembly& assembly, const Settings& implementations,
                 const Settings& parameters) {
    Assembly made{assembly.file, {}};
    bool has_started = false;
    for (auto command : assembly.commands) {
        if (auto* path = std::get_if<SetPath>(&command.action)) {
            path->directories = absolute(path->directories, assembly.file);
        }
        if (auto* instance = std::get_if<Instantiate>(&command.action)) {
            const auto* chosen = find(implementations, instance->instance);
            if (chosen != nullptr) {
                instance->class_name = *chosen;
            }
        }
        if (std::holds_alternative<Go>(command.action) && !has_started) {
            has_started = true;
            for (const auto& [name, value] : parameters) {
                made.commands.push_back({command.place, set_parameter(name, value)});
            }
        }
        made.commands.push_back(std::move(command));
    }
    return made;
}

} // namespace proxima::study
