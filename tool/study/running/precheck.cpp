#include "precheck.hpp"

#include "output_lines.hpp"

#include <proxima/model/error.hpp>
#include <proxima/model/whole_file.hpp>

#include <algorithm>
#include <cstdlib>
#include <set>
#include <sstream>
#include <unistd.h>

namespace proxima::study {
namespace {

constexpr std::size_t most_checked = 200; // assemblies

bool is_program(const std::filesystem::path& file) {
    std::error_code ignored;
    return std::filesystem::is_regular_file(file, ignored) && ::access(file.c_str(), X_OK) == 0;
}

/// Where exec looks for it.
bool can_be_started(const std::string& program) {
    if (program.find('/') != std::string::npos) {
        return is_program(program);
    }
    const char* const path = std::getenv("PATH");
    std::istringstream directories(path == nullptr ? "/bin:/usr/bin" : path);
    for (std::string directory; std::getline(directories, directory, ':');) {
        if (is_program(std::filesystem::path(directory.empty() ? "." : directory) / program)) {
            return true;
        }
    }
    return false;
}

void require_program(const Study& study, const std::string& program, const std::string& member) {
    if (!can_be_started(program)) {
        throw model::Error(study.file, "there is no program " + program +
                                           "; build it, or correct " + "\"" + member + "\"");
    }
}

/// Combinations that have every value of everything at least once.
std::vector<const Combination*> covering(const Plan& plan) {
    std::vector<const Combination*> chosen;
    std::set<std::pair<std::string, std::string>> seen;
    for (const auto& combination : plan.combinations) {
        bool is_new = false;
        for (const auto* settings : {&combination.implementations, &combination.parameters}) {
            for (const auto& setting : *settings) {
                is_new = seen.insert(setting).second || is_new;
            }
        }
        if (is_new && chosen.size() < most_checked) {
            chosen.push_back(&combination);
        }
    }
    return chosen;
}

/// A directory that is there as long as this lives.
class PassingDirectory {
public:
    PassingDirectory() {
        std::string name =
            (std::filesystem::temp_directory_path() / "proxima-study-XXXXXX").string();
        if (::mkdtemp(name.data()) == nullptr) {
            throw model::Error(name,
                               "cannot be made; set TMPDIR to a directory that can be written");
        }
        path_ = name;
    }
    PassingDirectory(const PassingDirectory&) = delete;
    PassingDirectory& operator=(const PassingDirectory&) = delete;
    ~PassingDirectory() {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }
    const std::filesystem::path& path() const { return path_; }

private:
    std::filesystem::path path_;
};

/// Without who says it, and without the place in a script that is not there any more.
std::string reason_in(const std::string& line, const std::filesystem::path& script) {
    constexpr std::string_view mark = "error: ";
    const bool has_place = line.rfind(script.string(), 0) == 0 || line.rfind("proxima: ", 0) == 0;
    const auto begin = has_place ? line.find(mark) : std::string::npos;
    return begin == std::string::npos ? line : line.substr(begin + mark.size());
}

} // namespace

void check_programs(const Study& study, const Plan& plan, const RecipeBook& recipes) {
    std::set<std::string> known;
    for (const auto& combination : plan.combinations) {
        if (combination.ranks > 0) {
            const auto launcher = recipes.recipe(combination, 0, "/").arguments.front();
            if (known.insert(launcher).second) {
                require_program(study, launcher, "launcher");
            }
        }
        if (!study.is_assembly()) {
            const auto program = recipes.plain(combination).arguments.front();
            if (known.insert(program).second) {
                require_program(study, program, "command");
            }
        }
    }
}

std::vector<std::string> problems_of_assemblies(const Study& study, const Plan& plan,
                                                const RecipeBook& recipes, HeldSignals& signals) {
    std::vector<std::string> problems;
    if (!study.is_assembly()) {
        return problems;
    }
    const PassingDirectory place;
    const auto script = place.path() / "assembly.rc";
    const auto output = place.path() / "output.txt";
    std::set<std::string> said;
    for (const auto* combination : covering(plan)) {
        const auto recipe = recipes.check(*combination, place.path());
        model::replace_file(script, recipe.script);
        Child child(recipe.arguments, recipe.environment, place.path(), output, signals);
        const auto end = child.wait(study.time_limit_s, [] {});
        if (end.how == ChildEnd::How::interrupted) {
            break;
        }
        if (end.how == ChildEnd::How::exited && end.number == 0) {
            continue;
        }
        const auto reason = reason_in(telling_line(output), script);
        if (said.insert(reason).second) {
            problems.push_back(study.file.string() + ": error: the assembly with " +
                               combination->text(study) + " cannot be run: " + reason);
        }
    }
    return problems;
}

} // namespace proxima::study
