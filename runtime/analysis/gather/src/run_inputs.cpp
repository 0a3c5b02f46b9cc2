#include <proxima/base/error.hpp>
#include <proxima/base/file.hpp>
#include <proxima/base/json.hpp>
#include <proxima/base/text.hpp>
#include <proxima/gather/run_inputs.hpp>
#include <proxima/rundir/usable_run.hpp>

#include <algorithm>
#include <filesystem>
#include <set>
#include <string_view>

namespace proxima::gather {
namespace {

using Texts = std::map<std::string, std::string>;

// Reads a member of components.json, an object of texts; empty if the run has no such file.
Texts recorded_components(const rundir::RunDirectory& run, const char* member, bool is_required) {
    Texts texts;
    const auto file = run.path() / "components.json";
    if (!std::filesystem::exists(file)) {
        return texts;
    }
    const auto json =
        base::parse_located_json(file, base::read_whole_file(file, base::Links::refused));
    base::LocatedObject top(file, json, "a list of components");
    if (is_required) {
        top.required(member, base::LocatedJson::Kind::object);
    }
    for (const auto& [name, value] : top.members(member)) {
        top.require_kind(value, base::LocatedJson::Kind::string,
                         "what " + std::string(member) + " says of " + name.text());
        texts[name.text()] = value.text();
    }
    return texts;
}

// Splits `--size=100` and `size=100`; the value is empty for other arguments.
std::pair<std::string, std::string> option_of(std::string_view argument) {
    const auto name = argument.substr(std::min(argument.find_first_not_of('-'), argument.size()));
    const auto equal = name.find('=');
    return equal == std::string_view::npos
               ? std::pair(std::string(name), std::string())
               : std::pair(std::string(name.substr(0, equal)), std::string(name.substr(equal + 1)));
}

bool is_option(const std::string& argument) {
    return argument.size() > 1 && argument.front() == '-' && !base::number_of(argument);
}

Texts arguments_of(const std::vector<std::string>& command) {
    Texts inputs;
    for (std::size_t i = 1; i < command.size(); ++i) {
        auto [name, value] = option_of(command[i]);
        if (!value.empty()) {
            inputs[name] = value;
        } else if (!is_option(command[i])) {
            inputs["argument" + std::to_string(i)] = command[i];
        } else if (i + 1 < command.size() && !is_option(command[i + 1])) {
            inputs[name] = command[++i];
        }
    }
    return inputs;
}

} // namespace

Texts recorded_classes(const rundir::RunDirectory& run) {
    return recorded_components(run, "classes", true);
}

Texts run_inputs(const rundir::RunDirectory& run) {
    const auto info = rundir::readable_run_info(run);
    auto inputs = recorded_components(run, "parameters", false);
    if (info) {
        if (!std::filesystem::exists(run.path() / "components.json")) {
            inputs = arguments_of(info->command);
        }
        inputs["ranks"] = std::to_string(info->ranks);
    }
    return inputs;
}

std::vector<std::string> varied_numbers(const std::vector<Texts>& inputs_of_runs) {
    std::vector<std::string> names;
    for (const auto& [name, text] : inputs_of_runs.empty() ? Texts() : inputs_of_runs.front()) {
        std::set<double> values;
        const bool are_numbers =
            std::all_of(inputs_of_runs.begin(), inputs_of_runs.end(), [&](const Texts& inputs) {
                const auto found = inputs.find(name);
                const auto number =
                    found != inputs.end() ? base::number_of(found->second) : std::nullopt;
                values.insert(number.value_or(0));
                return number.has_value();
            });
        if (are_numbers && values.size() > 1) {
            names.push_back(name);
        }
    }
    return names;
}

} // namespace proxima::gather
