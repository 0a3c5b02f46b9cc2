#include "assembly/replay.hpp"

#include <proxima/base/error.hpp>
#include <proxima/online/files/decisions.hpp>

#include <filesystem>
#include <utility>

namespace proxima::cli {

using namespace assembly;

void measure_safe_point(const std::string& decisions, MeasureRules& rules) {
    const std::string where = online::files::read_decisions(decisions).safe_point;
    rules.include(where.substr(0, where.find('.')));
}

void let_optimizers_replay(const std::string& decisions, Assembly& assembly) {
    const std::string file = std::filesystem::absolute(decisions).string();
    std::vector<Command> commands;
    for (Command& command : assembly.commands) {
        commands.push_back(std::move(command));
        const auto* const made = std::get_if<Instantiate>(&commands.back().action);
        if (made != nullptr && made->class_name == "Optimizer") {
            const SetParameter replay{{made->instance, "parameters"}, "replay", file};
            commands.emplace_back(commands.back().place, replay);
        }
    }
    if (commands.size() == assembly.commands.size()) {
        throw Error({assembly.file, 0}, "there is no instance of class Optimizer that could make "
                                        "the swaps of " +
                                            decisions + " again");
    }
    assembly.commands = std::move(commands);
}

} // namespace proxima::cli
