#include "diff/ab_command.hpp"

#include "shared/argument_checks.hpp"
#include "shared/interruption.hpp"
#include "shared/messages.hpp"
#include "shared/progress.hpp"

#include <proxima/base/error.hpp>

#include <CLI/CLI.hpp>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

namespace proxima::cli {
namespace {

namespace fs = std::filesystem;

using Words = std::vector<std::string>;

constexpr const char* ab_description =
    R"(Runs two measured programs alternately, and compares their runs.

BASE and NEW are commands of the program before and after a change. Each runs
once to warm up, then -n times, in the order ab ba ab ..., so that what else the
machine does hits both alike. The answer is that of `proxima diff`, with tests
of pairs: by time, or by processor time where the machine was busy. The runs
stay in a directory. PROXIMA in the environment configures them; without, they
count THREAD_CPU_TIME. Standard output of the commands is left out.

Exit status: that of `proxima diff`; 2 if a command fails.)";

constexpr const char* ab_examples = R"(Examples:
  proxima ab -- ./before --size 100 -- ./after --size 100
  proxima ab -n 20 -o runs --fail-above 5% -- ./before -- ./after)";

// The commands before and after the second `--`.
std::pair<Words, Words> commands_of(const Words& marked) {
    std::pair<Words, Words> commands;
    auto* current = &commands.first;
    for (const auto& word : marked) {
        if (word == ".--" && current == &commands.first) {
            current = &commands.second;
        } else {
            current->push_back(word.substr(1));
        }
    }
    if (commands.first.empty() || commands.second.empty()) {
        throw UsageError("name two commands: proxima ab -- BASE -- NEW");
    }
    return commands;
}

void configure(const fs::path& run) {
    const char* const given = std::getenv("PROXIMA");
    static const std::string rest = given == nullptr || *given == '\0' || std::string(given) == "on"
                                        ? "counters=THREAD_CPU_TIME"
                                        : std::string(given);
    setenv("PROXIMA", (rest + ",quiet=on,output=" + run.string()).c_str(), 1);
}

// Runs a command without its standard output. Returns its exit status, as shells do.
int status_of(const Words& command) {
    std::vector<char*> arguments;
    for (const auto& word : command) {
        arguments.push_back(const_cast<char*>(word.c_str()));
    }
    arguments.push_back(nullptr);
    posix_spawn_file_actions_t files;
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    pid_t child = 0;
    const int error =
        posix_spawnp(&child, arguments.front(), &files, nullptr, arguments.data(), environ);
    posix_spawn_file_actions_destroy(&files);
    if (error != 0) {
        throw base::Error(command.front(), std::string("cannot be run: ") + std::strerror(error));
    }
    int status = 0;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    constexpr int by_signal = 128;
    return WIFEXITED(status) ? WEXITSTATUS(status) : by_signal + WTERMSIG(status);
}

void run_into(const fs::path& run, const Words& command) {
    Interruption::check();
    configure(run);
    const int status = status_of(command);
    Interruption::check();
    if (status != 0) {
        throw base::Error(command.front(), "ended with status " + std::to_string(status));
    }
    if (!fs::exists(run / "run.json")) {
        throw base::Error(command.front(), "left no run: is it linked with proxies?");
    }
}

void run_all(const std::pair<Words, Words>& commands, const fs::path& directory, DiffOptions& made,
             std::size_t runs) {
    const Interruption interruption;
    Progress progress("runs", "making");
    run_into(directory / "warm_up_base", commands.first);
    run_into(directory / "warm_up_new", commands.second);
    for (std::size_t i = 0; i < 2 * runs; ++i) {
        progress.show(i, 2 * runs);
        const bool is_base = (i % 4 == 0) || (i % 4 == 3);
        const auto run = directory / ((is_base ? "base" : "new") + std::to_string(i / 2 + 1));
        run_into(run, is_base ? commands.first : commands.second);
        (is_base ? made.runs : made.others).push_back(run.string());
    }
}

} // namespace

void add_ab(CLI::App& verb, AbOptions& options) {
    verb.description(ab_description);
    verb.footer(ab_examples);
    verb.add_option("--command", options.words)->allow_extra_args(false)->group("");
    add_option(verb, "-n,--runs", "N", options.runs, "runs of each command (10); 3 at least")
        ->check([](const std::string& text) {
            return check_positive(text).empty() && std::stoull(text) >= 3
                       ? std::string()
                       : "`" + text + "` is no whole number from 3";
        });
    add_option(verb, "-o,--output", "DIR", options.output, "directory for the runs (proxima-ab)");
    add_answer_options(verb, options.answer);
}

int run_ab(const AbOptions& options, text::Output& output) {
    std::signal(SIGCHLD, SIG_DFL); // else, if the caller ignored it, failed commands would succeed
    const auto commands = commands_of(options.words);
    const fs::path directory = fs::absolute(options.output.empty() ? "proxima-ab" : options.output);
    std::error_code error;
    if (!fs::create_directories(directory, error)) {
        throw UsageError(directory.string() +
                         (error ? ": " + error.message() : " exists; -o names another"));
    }
    auto made = options.answer;
    try {
        run_all(commands, directory, made, options.runs);
    } catch (const base::Error& failed) { // 1 would say: slower
        say_line(base::error_line("proxima", failed));
        return status_usage;
    }
    return run_diff(made, output);
}

} // namespace proxima::cli
