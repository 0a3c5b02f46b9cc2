#include "command_line.hpp"

#include "argument_checks.hpp"
#include "help/help.hpp"
#include "kb/kb_command_line.hpp"
#include "run/messages.hpp"
#include "run/names.hpp"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>
#include <utility>

namespace proxima::cli {
namespace {

constexpr double dot_min_share_percent = 0.5;

std::string check_pattern(const std::string& text) {
    return text.empty() || text == "!" ? "a pattern is empty; `all` matches everything"
                                       : std::string();
}

const std::map<std::string, ColorChoice>& color_choices() {
    static const std::map<std::string, ColorChoice> choices{{"auto", ColorChoice::automatic},
                                                            {"always", ColorChoice::always},
                                                            {"never", ColorChoice::never}};
    return choices;
}

const std::map<std::string, model::Statistic>& statistics() {
    static const std::map<std::string, model::Statistic> choices{
        {"auto", model::Statistic::automatic},
        {"mean", model::Statistic::mean},
        {"median", model::Statistic::median},
        {"minimum", model::Statistic::minimum},
        {"maximum", model::Statistic::maximum}};
    return choices;
}

/// What is declared here is documented in help.cpp.
class CommandLine {
public:
    CommandLine() : app_("", "proxima") {
        app_.set_version_flag("--version", "proxima " PROXIMA_VERSION);
        app_.require_subcommand(1);
        add_report(*app_.add_subcommand("report"));
        add_records(*app_.add_subcommand("records"));
        add_callgraph(*app_.add_subcommand("callgraph"));
        add_prune(*app_.add_subcommand("prune"));
        add_select(*app_.add_subcommand("select"), select_);
        app_.add_subcommand("recover")->add_option("RUN", recover_.run);
        add_run(*app_.add_subcommand("run"));
        add_assembly(*app_.add_subcommand("assembly"));
        add_fit(*app_.add_subcommand("fit"));
        add_kb_verbs(*app_.add_subcommand("kb"), kb_);
        add_study(*app_.add_subcommand("study"));
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
    void add_report(CLI::App& verb) {
        verb.add_option("RUN", report_.run);
        add_filter(verb, report_.filter);
        verb.add_flag("!--no-parameters", report_.parameters);
        verb.add_option("--width", report_.width)->check(check_positive);
        verb.add_option_function<std::string>(
                "--color",
                [this](const std::string& text) { report_.color = color_choices().at(text); })
            ->check([](const std::string& text) {
                return color_choices().count(text) == 1
                           ? std::string()
                           : "`" + text + "` is not auto, always or never";
            });
        verb.add_flag("--json", report_.json);
        verb.add_flag("--bins", report_.bins);
        verb.add_flag("--connections", report_.connections);
        verb.add_flag("--compensate", report_.compensate);
    }

    void add_records(CLI::App& verb) {
        verb.add_option("RUN", records_.run);
        verb.add_option("--method", records_.methods)->allow_extra_args(false);
        auto* csv = verb.add_flag("--csv");
        verb.add_flag_callback("--jsonl", [this] { records_.format = RecordsFormat::json_lines; })
            ->excludes(csv);
        verb.add_flag("--stats", records_.statistics)->excludes(csv);
    }

    void add_callgraph(CLI::App& verb) {
        verb.add_option("RUN", callgraph_.run);
        add_filter(verb, callgraph_.filter);
        auto* formats = verb.add_option_group("format");
        const auto add_format = [&](const char* name, CallGraphFormat format) {
            formats->add_flag_callback(name, [this, format] { callgraph_.format = format; });
        };
        add_format("--dot", CallGraphFormat::dot);
        add_format("--folded", CallGraphFormat::folded);
        add_format("--json", CallGraphFormat::hatchet);
        formats->require_option(1);
    }

    void add_run(CLI::App& verb) {
        verb.add_option("SCRIPT", run_.script)->required();
        verb.add_flag("--check", run_.check);
        verb.add_option("--measure", run_.measure)->allow_extra_args(false)->check(check_pattern);
        verb.add_option("--rules", run_.rules)->allow_extra_args(false);
        verb.add_option("--path", run_.path)->allow_extra_args(false);
        verb.add_option("-o,--output", run_.output);
        verb.add_option("--mpi", run_.mpi);
    }

    void add_assembly(CLI::App& verb) {
        verb.add_option("SCRIPT", assembly_.file)->required();
        auto* formats = verb.add_option_group("format");
        const auto add_format = [&](const char* name, AssemblyFormat format) {
            formats->add_flag_callback(name, [this, format] { assembly_.format = format; });
        };
        add_format("--dot", AssemblyFormat::dot);
        add_format("--json", AssemblyFormat::json);
        add_format("--rc", AssemblyFormat::script);
        formats->require_option(1);
    }

    void add_prune(CLI::App& verb) {
        verb.add_option("RUN", prune_.run);
        verb.add_option("--alpha", prune_.alpha)->check(check_threshold);
        verb.add_option("--beta", prune_.beta)->check(check_threshold);
        verb.add_flag("--by-instance", prune_.by_instance);
        verb.add_option("--rows", prune_.rows)->check(check_positive);
        verb.add_option("--width", prune_.width)->check(check_positive);
        auto* json =
            verb.add_flag_callback("--json", [this] { prune_.format = PruneFormat::json; });
        verb.add_flag_callback("--dot", [this] { prune_.format = PruneFormat::dot; })
            ->excludes(json);
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
        verb.add_flag("--retry", study_.retry);
        verb.add_flag("--json", study_.json);
    }

    void add_filter(CLI::App& verb, TreeFilter& filter) {
        verb.add_option("--depth", filter.depth)->check(check_positive);
        verb.add_option("--min-share", min_share_percent_)->check(check_percentage);
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
                             did_you_mean(nearest(verb, verbs, 1)) + " (see proxima --help)");
        }
        if (verb == "kb") {
            check_kb_verb(*app_.get_subcommand("kb"), argument_count, arguments);
        }
    }

    std::string chosen_verb(const std::string& before = "") const {
        const auto chosen = app_.get_subcommands();
        return chosen.empty() ? std::string() : before + chosen.front()->get_name();
    }

    std::string help() const {
        if (chosen_verb() == "select") {
            return app_.help();
        }
        if (chosen_verb() == "kb") {
            return kb_help(*app_.get_subcommand("kb"));
        }
        const std::map<std::string, const char*> texts{
            {"", overview_help},       {"report", report_help},
            {"records", records_help}, {"callgraph", callgraph_help},
            {"prune", prune_help},     {"recover", recover_help},
            {"run", run_help},         {"assembly", assembly_help},
            {"fit", fit_help},         {"study", study_help}};
        return texts.at(chosen_verb());
    }

    Command command() {
        const auto verb = chosen_verb();
        if (verb == "records") {
            return records_;
        }
        if (verb == "callgraph") {
            const double standard =
                callgraph_.format == CallGraphFormat::dot ? dot_min_share_percent : 0;
            callgraph_.filter.min_share = min_share_percent_.value_or(standard) / 100;
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
        report_.filter.min_share = min_share_percent_.value_or(0) / 100;
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
    std::optional<double> min_share_percent_;
};

} // namespace

Request parse_command_line(int argument_count, const char* const* arguments) {
    return CommandLine().parse(argument_count, arguments);
}

} // namespace proxima::cli
