#include "text_forms.hpp"

#include <proxima/assembly/substitution.hpp>

#include <fmt/format.h>

#include <filesystem>
#include <set>
#include <utility>

namespace proxima::assembly {
namespace {

std::filesystem::path directory_of(const std::string& file) {
    return std::filesystem::absolute(file).parent_path().lexically_normal();
}

} // namespace

class Substituter {
public:
    Substituter(Substitutes& substitutes, const std::map<std::string, std::string>& classes,
                const std::string& new_file)
        : substitutes_(substitutes), classes_(classes),
          old_directory_(directory_of(substitutes.assembly().file)),
          new_directory_(directory_of(new_file)) {}

    Substitution run() {
        for (const auto& [instance, class_name] : classes_) {
            const auto reason = substitutes_.objection(instance, class_name);
            if (!reason.empty()) {
                throw Error(substitutes_.place_of(instance),
                            fmt::format("{} cannot be a {}: {}", instance, class_name, reason));
            }
        }
        for (const Command& command : substitutes_.assembly().commands) {
            place_ = &command.place;
            result_.actions.push_back(
                std::visit([this](const auto& action) { return changed(action); }, command.action));
        }
        return std::move(result_);
    }

private:
    using Changed = std::optional<Action>;

    // Returns the new class of an instance; empty if it does not change.
    std::string new_class(const std::string& instance) const {
        const auto chosen = classes_.find(instance);
        return chosen == classes_.end() || chosen->second == substitutes_.class_of(instance)
                   ? std::string()
                   : chosen->second;
    }

    Changed leave_out(const std::string& what, const std::string& why) {
        result_.left_out.push_back(
            fmt::format("{}:{}: {} is left out: {}", place_->file, place_->line, what, why));
        return std::nullopt;
    }

    Changed changed(const Instantiate& made) {
        const auto name = new_class(made.instance);
        return name.empty() ? made : Instantiate{name, made.instance};
    }
    Changed changed(const SetPath& path) {
        SetPath seen = path;
        if (old_directory_ != new_directory_) {
            for (auto& directory : seen.directories) {
                if (!std::filesystem::path(directory).is_absolute()) {
                    directory = (old_directory_ / directory)
                                    .lexically_normal()
                                    .lexically_proximate(new_directory_)
                                    .string();
                }
            }
        }
        return seen;
    }
    Changed changed(const SetParameter& set) {
        const auto name = new_class(set.port.instance);
        if (name.empty()) {
            return set;
        }
        auto& before = taken_[set.port.instance];
        const auto reason = substitutes_.refusal(name, before, set);
        if (!reason.empty()) {
            return leave_out(fmt::format("parameter {} of {}", set.field, set.port.instance),
                             reason);
        }
        before.push_back(set);
        return set;
    }
    Changed changed(const ShowParameters& shown) {
        const auto name = new_class(shown.port.instance);
        return name.empty() ? Changed(shown)
                            : leave_out("showing parameters of " + shown.port.instance,
                                        name + " has others");
    }
    template <class Wired>
    Changed changed_wire(const Wired& wired) {
        const auto name = new_class(wired.user.instance);
        if (name.empty() || substitutes_.uses(name, wired.user.port)) {
            return wired;
        }
        return leave_out(
            fmt::format("the connection of {}.{}", wired.user.instance, wired.user.port),
            name + " does not use that port");
    }
    Changed changed(const Connect& made) { return changed_wire(made); }
    Changed changed(const Disconnect& broken) { return changed_wire(broken); }
    template <class Other>
    Changed changed(const Other& other) {
        return other;
    }

    Substitutes& substitutes_;
    const std::map<std::string, std::string>& classes_;
    std::filesystem::path old_directory_;
    std::filesystem::path new_directory_;
    const Place* place_ = nullptr;
    std::map<std::string, std::vector<SetParameter>> taken_;
    Substitution result_;
};

namespace {

// Returns begin and end of a line's second word; blanks separate words.
std::pair<std::size_t, std::size_t> second_word(std::string_view line) {
    constexpr std::string_view blanks = " \t";
    const auto first = line.find_first_not_of(blanks);
    const auto begin = line.find_first_not_of(blanks, line.find_first_of(blanks, first));
    return {begin, std::min(line.find_first_of(blanks, begin), line.size())};
}

// Changes a line of a script as little as possible.
std::string changed_line(std::string_view line, const Command& old,
                         const std::optional<Action>& action) {
    if (!action) {
        return "# " + std::string(line);
    }
    const auto* made = std::get_if<Instantiate>(&*action);
    if (made != nullptr && made->class_name != std::get<Instantiate>(old.action).class_name) {
        const auto [begin, end] = second_word(line);
        return std::string(line.substr(0, begin)) + made->class_name +
               std::string(line.substr(end));
    }
    const auto* path = std::get_if<SetPath>(&*action);
    if (path != nullptr && path->directories != std::get<SetPath>(old.action).directories) {
        return to_line(*path);
    }
    return std::string(line);
}

} // namespace

Substitution substitute(Substitutes& substitutes, const std::map<std::string, std::string>& classes,
                        const std::string& new_file) {
    return Substituter(substitutes, classes, new_file).run();
}

std::string substituted_script(std::string_view script, const Assembly& assembly,
                               const Substitution& changes) {
    std::string text;
    std::set<std::string> loaded; // classes loaded by `repository` lines so far
    std::size_t next = 0;         // index of the next command
    for (std::size_t number = 1; !script.empty(); ++number) {
        const auto length = script.find('\n');
        const auto line = script.substr(0, length);
        const bool is_command =
            next < assembly.commands.size() && assembly.commands[next].place.line == number;
        if (is_command) {
            const auto& action = changes.actions[next];
            if (const auto* load = action ? std::get_if<Load>(&*action) : nullptr) {
                loaded.insert(load->class_name);
            }
            const auto* made = action ? std::get_if<Instantiate>(&*action) : nullptr;
            if (made != nullptr && !loaded.empty() && loaded.insert(made->class_name).second) {
                text += to_line(Load{made->class_name}) + "\n";
            }
            text += changed_line(line, assembly.commands[next], action);
        } else {
            text += line;
        }
        next += is_command ? 1 : 0;
        if (length == std::string_view::npos) {
            break;
        }
        text += '\n';
        script.remove_prefix(length + 1);
    }
    return text;
}

} // namespace proxima::assembly
