#include "command_line.hpp"

#include "assembly/assembly_command.hpp"
#include "assembly/run_command.hpp"
#include "attribute/attribute_command.hpp"
#include "convert/convert_command.hpp"
#include "diff/ab_command.hpp"
#include "fit/fit_command.hpp"
#include "kb/kb_command.hpp"
#include "nodes/nodes_command.hpp"
#include "predict/predict_command.hpp"
#include "prune/prune_command.hpp"
#include "records/records_command.hpp"
#include "recover/recover_command.hpp"
#include "report/report_command.hpp"
#include "select/select_command.hpp"
#include "shared/argument_checks.hpp"
#include "shared/messages.hpp"
#include "shell/help_formatter.hpp"
#include "study/study_command.hpp"
#include "top/top_command.hpp"
#include "view/view_command.hpp"

#include <proxima/base/text.hpp>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <memory>

namespace proxima::cli {
namespace {

constexpr const char* description =
    R"(Shows where a measured program spends its time, and what to do about it.

A program built with proxies made by proxima-gen leaves a run directory when it
runs with PROXIMA=on in its environment. RUN is that directory, or a file in it;
without RUN the newest proxima-run* in the current directory is taken.)";

constexpr const char* footer = R"(Examples:
  PROXIMA=on ./simulation               measure, into proxima-run
  proxima report                        the call tree of that run
  proxima view                          an interactive page of it
  proxima top                           what a run is doing now
  proxima records --csv > records.csv   every invocation, for pandas or R
  proxima convert --to dot | dot -Tsvg > graph.svg
  proxima run hydro.rc --measure all    run components, every port measured
  proxima fit run1 run2 -o models.json  how each method scales
  proxima kb add run1 run2 models.json  keep them for later

`proxima VERB --help` describes a verb. Exit status: 0 success; 1 a run cannot
be read, or only in part (the rest is written); 2 wrong command line. run,
study, diff, ab and attribute have exit statuses of their own.)";

class CommandLine {
public:
    CommandLine() : app_(description, "proxima") {
        app_.footer(footer);
        app_.formatter(std::make_shared<shell::HelpFormatter>());
        app_.set_help_flag("-h,--help", "print this help");
        app_.set_version_flag("--version", "proxima " PROXIMA_VERSION, "the version");
        app_.require_subcommand(1);
        add(app_, "report", add_report, run_report);
        add(app_, "records", add_records, run_records);
        add(app_, "convert", add_convert, run_convert);
        add(app_, "diff", add_diff, run_diff);
        add(app_, "ab", add_ab, run_ab);
        add(app_, "prune", add_prune, run_prune);
        add(app_, "select", add_select, run_select);
        add(app_, "recover", add_recover, run_recover);
        add(app_, "run", add_run, run_run);
        add(app_, "assembly", add_assembly, run_assembly_verb);
        add(app_, "fit", add_fit, run_fit);
        add(app_, "kb", add_kb, run_kb);
        add(app_, "study", add_study, run_study);
        add(app_, "predict", add_predict, run_predict);
        add(app_, "attribute", add_attribute, run_attribute);
        add(app_, "view", add_view, run_view);
        add(app_, "top", add_top, run_top);
        add(app_, "nodes", add_nodes, run_nodes);
    }

    Request parse(int argument_count, const char* const* arguments) {
        try {
            auto given = arguments_of(argument_count, arguments);
            app_.parse(given);
        } catch (const CLI::CallForHelp&) {
            return app_.help();
        } catch (const CLI::CallForVersion& version) {
            return std::string(version.what()) + "\n";
        } catch (const CLI::ParseError& error) {
            refuse(error.what());
        }
        return command_;
    }

private:
    template <class Options>
    void add(CLI::App& parent, const char* name, void (*declare)(CLI::App&, Options&),
             int (*run)(const Options&, text::Output&)) {
        auto* verb = parent.add_subcommand(name)->group("Verbs");
        const auto options = std::make_shared<Options>();
        declare(*verb, *options);
        verb->final_callback([this, options, run] {
            command_ = {*options,
                        [options, run](text::Output& output) { return run(*options, output); }};
        });
    }

    // Returns the arguments last first, as CLI11 expects them. Replaces the `--` of diff by --new,
    // because CLI11 would not tell which runs stood behind `--`. Makes what stands behind the first
    // `--` of ab options with a `.` before the word, because CLI11 would take an empty word for a
    // missing one.
    static std::vector<std::string> arguments_of(int count, const char* const* arguments) {
        std::vector<std::string> given(arguments + 1, arguments + count);
        if (!given.empty() && given.front() == "diff") {
            std::replace(given.begin(), given.end(), std::string("--"), std::string("--new"));
        }
        const auto words = std::find(given.begin(), given.end(), "--");
        if (!given.empty() && given.front() == "ab" && words != given.end()) {
            std::transform(words + 1, given.end(), words + 1,
                           [](const auto& word) { return "--command=." + word; });
            given.erase(words);
        }
        std::reverse(given.begin(), given.end());
        return given;
    }

    [[noreturn]] void refuse(const std::string& problem) const {
        std::string program = "proxima";
        const CLI::App* last = &app_;
        while (!last->get_subcommands().empty()) {
            last = last->get_subcommands().front();
            program += " " + last->get_name();
        }
        const std::string help = "see " + program + " --help";
        if (last->get_require_subcommand_min() > 0) {
            refuse_verb(*last, help);
        }
        refuse_option(*last, help);
        throw UsageError(problem + "; " + help);
    }

    // Refuses an unknown option and suggests a similar one, which CLI11 does not.
    static void refuse_option(const CLI::App& verb, const std::string& help) {
        const auto rest = verb.remaining();
        const auto unknown = std::find_if(rest.begin(), rest.end(), [](const std::string& word) {
            return word.rfind("--", 0) == 0 && word.size() > 2;
        });
        if (unknown == rest.end()) {
            return;
        }
        std::vector<std::string> options;
        for (const auto* known : verb.get_options()) {
            options.push_back(known->get_name());
        }
        throw UsageError("unknown option `" + *unknown + "`" +
                         base::did_you_mean(base::nearest_names(*unknown, options, 1)) + " (" +
                         help + ")");
    }

    // Refuses an unknown verb and suggests a similar one; CLI11 only reports that a verb is
    // missing.
    [[noreturn]] static void refuse_verb(const CLI::App& commands, const std::string& help) {
        std::vector<std::string> verbs;
        for (const auto* known : commands.get_subcommands({})) {
            verbs.push_back(known->get_name());
        }
        const auto given = commands.remaining();
        if (!given.empty()) {
            throw UsageError("unknown verb `" + given.front() + "`" +
                             base::did_you_mean(base::nearest_names(given.front(), verbs, 1)) +
                             " (" + help + ")");
        }
        throw UsageError(
            fmt::format("missing verb; expected one of: {} ({})", fmt::join(verbs, ", "), help));
    }

    CLI::App app_;
    Verb command_;
};

} // namespace

Request parse_command_line(int argument_count, const char* const* arguments) {
    return CommandLine().parse(argument_count, arguments);
}

} // namespace proxima::cli
