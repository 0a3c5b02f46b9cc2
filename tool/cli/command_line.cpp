#include "command_line.hpp"

#include "argument_checks.hpp"
#include "help/help.hpp"
#include "run/messages.hpp"
#include "text/text.hpp"

#include <proxima/base/text.hpp>

#include <CLI/CLI.hpp>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <sstream>
#include <utility>

namespace proxima::cli {
namespace {

constexpr std::size_t help_width = 80;
constexpr std::size_t names_width = 27;

constexpr const char* description =
    R"(Shows where the time of a measured run went, and what to do about it.

A program built with proxies made by proxima-gen leaves a run directory when it
runs with PROXIMA=on in its environment. RUN is that directory, or a file in it;
without RUN the newest proxima-run* in the current directory is taken.)";

constexpr const char* footer = R"(Examples:
  PROXIMA=on ./simulation               measure, into proxima-run
  proxima report                        the call tree of that run
  proxima records --csv > records.csv   every invocation, for pandas or R
  proxima callgraph --dot | dot -Tsvg > graph.svg
  proxima run hydro.rc --measure all    run components, every port measured
  proxima fit run1 run2 -o models.json  how each method scales
  proxima kb add run1 run2 models.json  keep them for later

`proxima VERB --help` says more about a verb. Exit status: 0 all is well; 1 the
run cannot be read, or not completely (what can be read is written); 2 the
command line is wrong.)";

/// Help texts in lines of 80 characters; of a verb its list says the first line.
class HelpFormatter : public CLI::Formatter {
public:
    HelpFormatter() {
        column_width(names_width);
        label("SUBCOMMAND", "VERB");
    }

    std::string make_usage(const CLI::App* verb, std::string name) const override {
        return '\n' + Formatter::make_usage(verb, std::move(name));
    }

    std::string make_option_desc(const CLI::Option* option) const override {
        return in_lines(option->get_description());
    }

    std::string make_subcommand(const CLI::App* verb) const override {
        const auto text = verb->get_description();
        std::ostringstream out;
        CLI::detail::format_help(out, verb->get_name(), in_lines(text.substr(0, text.find('\n'))),
                                 names_width);
        return out.str();
    }

private:
    static std::string in_lines(std::string text) {
        std::replace(text.begin(), text.end(), '\n', ' ');
        return fmt::format("{}", fmt::join(wrapped(text, help_width - names_width, false), "\n"));
    }
};

const std::map<std::string, model::Statistic>& statistics() {
    static const std::map<std::string, model::Statistic> choices{
        {"auto", model::Statistic::automatic},
        {"mean", model::Statistic::mean},
        {"median", model::Statistic::median},
        {"minimum", model::Statistic::minimum},
        {"maximum", model::Statistic::maximum}};
    return choices;
}

class CommandLine {
public:
    CommandLine() : app_(description, "proxima") {
        app_.footer(footer);
        app_.formatter(std::make_shared<HelpFormatter>());
        app_.set_help_flag("-h,--help", "this text");
        app_.set_version_flag("--version", "proxima " PROXIMA_VERSION, "the version");
        app_.require_subcommand(1);
        add_report(*verb("report"), report_);
        add_records(*verb("records"), records_);
        add_callgraph(*verb("callgraph"), callgraph_);
        add_prune(*verb("prune"), prune_);
        add_select(*verb("select"), select_);
        add_recover(*verb("recover"), recover_);
        add_run(*verb("run"), run_);
        add_assembly(*verb("assembly"), assembly_);
        add_fit(*verb("fit", "Models of how the time of each method grows with its parameters."));
        add_kb_verbs(
            *verb("kb", "The knowledge base: runs, models and decisions, to be asked later."), kb_);
        add_study(*verb("study",
                        "Runs an application with many parameters and implementations, fits "
                        "models, and finds the best assembly."));
    }

    Request parse(int argument_count, const char* const* arguments) {
        check_verb(argument_count, arguments);
        try {
            app_.parse(argument_count, arguments);
        } catch (const CLI::CallForHelp&) {
            return help();
        } catch (const CLI::CallForVersion& version) {
            return std::string(version.what()) + "\n";
        } catch (const CLI::ParseError& error) {
            throw UsageError(std::string(error.what()) + "; see proxima" + chosen_verb(" ") +
                             " --help");
        }
        return command();
    }

private:
    CLI::App* verb(const char* name, const char* summary = "") {
        return app_.add_subcommand(name, summary)->group("Verbs");
    }

    void add_fit(CLI::App& verb) {
        verb.add_option("RUN", fit_.sources);
        verb.add_option("--method", fit_.methods)->allow_extra_args(false);
        verb.add_option("--metric", fit_.metric);
        verb.add_option("--implementation", fit_.implementation);
        verb.add_option("-o,--output", fit_.output);
        verb.add_option("--extrap", fit_.extrap);
        verb.add_option("--plot", fit_.plots);
        verb.add_option_function<std::string>("--plot-format",
                                              [this](const std::string& text) {
                                                  fit_.plot_format = text == "png"
                                                                         ? PlotFormat::png
                                                                         : PlotFormat::svg;
                                              })
            ->check([](const std::string& text) {
                return text == "svg" || text == "png" ? std::string()
                                                      : "`" + text + "` is not svg or png";
            });
        verb.add_option("--level", fit_.level_percent)->check(check_level);
        verb.add_option_function<std::string>(
                "--statistic",
                [this](const std::string& text) { fit_.statistic = statistics().at(text); })
            ->check([](const std::string& text) {
                return statistics().count(text) == 1
                           ? std::string()
                           : "`" + text + "` is not auto, mean, median, minimum or maximum";
            });
        verb.add_flag("!--no-split", fit_.split);
        verb.add_option_function<std::vector<std::string>>(
                "--by",
                [this](const std::vector<std::string>& all) {
                    for (const auto& text : all) {
                        (text == "rank" ? fit_.by_rank : fit_.by_path) = true;
                    }
                })
            ->allow_extra_args(false)
            ->check([](const std::string& text) {
                return text == "rank" || text == "path" ? std::string()
                                                        : "`" + text + "` is not rank or path";
            });
        verb.add_flag("-v,--verbose", fit_.verbose);
        verb.add_flag("--json", fit_.json);
    }

    void add_study(CLI::App& verb) {
        verb.add_option("STUDY", study_.study)->required();
        verb.add_option("-o,--output", study_.output);
        verb.add_option("--path", study_.path)->allow_extra_args(false);
        verb.add_flag("--dry-run", study_.dry_run);
        verb.add_flag("--json", study_.json);
    }

    /// CLI11 would only say that a verb is missing.
    void check_verb(int argument_count, const char* const* arguments) const {
        if (argument_count < 2) {
            throw UsageError(
                "what to do? Say report, records, callgraph, prune, select, recover, run, "
                "assembly, fit, kb or study, or see proxima --help");
        }
        const std::string verb = arguments[1];
        std::vector<std::string> verbs;
        for (const auto* known : app_.get_subcommands({})) {
            verbs.push_back(known->get_name());
        }
        const bool known = std::find(verbs.begin(), verbs.end(), verb) != verbs.end();
        if (!known && verb.substr(0, 1) != "-") {
            throw UsageError("there is no verb `" + verb + "`" +
                             base::did_you_mean(base::nearest_names(verb, verbs, 1)) +
                             " (see proxima --help)");
        }
    }

    std::string chosen_verb(const std::string& before = "") const {
        const auto chosen = app_.get_subcommands();
        return chosen.empty() ? std::string() : before + chosen.front()->get_name();
    }

    std::string help() const {
        const std::map<std::string, const char*> texts{{"fit", fit_help}, {"study", study_help}};
        const auto found = texts.find(chosen_verb());
        return found == texts.end() ? app_.help() : found->second;
    }

    Command command() {
        const auto verb = chosen_verb();
        if (verb == "records") {
            return records_;
        }
        if (verb == "callgraph") {
            return callgraph_;
        }
        if (verb == "prune") {
            return prune_;
        }
        if (verb == "select") {
            tell_run_from_selection(select_);
            return select_;
        }
        if (verb == "recover") {
            return recover_;
        }
        if (verb == "run") {
            return run_;
        }
        if (verb == "assembly") {
            return assembly_;
        }
        if (verb == "fit") {
            return fit_;
        }
        if (verb == "kb") {
            return kb_;
        }
        if (verb == "study") {
            return study_;
        }
        return report_;
    }

    CLI::App app_;
    ReportOptions report_;
    RecordsOptions records_;
    CallGraphOptions callgraph_;
    PruneOptions prune_;
    SelectOptions select_;
    RecoverOptions recover_;
    RunVerbOptions run_;
    AssemblyOptions assembly_;
    FitOptions fit_;
    KbOptions kb_;
    StudyOptions study_;
};

} // namespace

Request parse_command_line(int argument_count, const char* const* arguments) {
    return CommandLine().parse(argument_count, arguments);
}

} // namespace proxima::cli
