#include "command_line.hpp"

#include "argument_checks.hpp"
#include "run/messages.hpp"
#include "shell/help_formatter.hpp"

#include <proxima/base/text.hpp>

#include <CLI/CLI.hpp>

#include <algorithm>
#include <utility>

namespace proxima::cli {
namespace {

constexpr const char* description =
    R"(Shows where the time of a measured run went, and what to do about it.

A program built with proxies made by proxima-gen leaves a run directory when it
runs with PROXIMA=on in its environment. RUN is that directory, or a file in it;
without RUN the newest proxima-run* in the current directory is taken.)";

constexpr const char* footer = R"(Examples:
  PROXIMA=on ./simulation               measure, into proxima-run
  proxima report                        the call tree of that run
  proxima view                          an interactive page of it
  proxima top                           what a run is doing now
  proxima records --csv > records.csv   every invocation, for pandas or R
  proxima callgraph --dot | dot -Tsvg > graph.svg
  proxima run hydro.rc --measure all    run components, every port measured
  proxima fit run1 run2 -o models.json  how each method scales
  proxima kb add run1 run2 models.json  keep them for later

`proxima VERB --help` says more about a verb. Exit status: 0 all is well; 1 the
run cannot be read, or not completely (what can be read is written); 2 the
command line is wrong. That of diff is a gate: see there.)";

class CommandLine {
public:
    CommandLine() : app_(description, "proxima") {
        app_.footer(footer);
        app_.formatter(std::make_shared<shell::HelpFormatter>());
        app_.set_help_flag("-h,--help", "this text");
        app_.set_version_flag("--version", "proxima " PROXIMA_VERSION, "the version");
        app_.require_subcommand(1);
        add("report", add_report, report_);
        add("records", add_records, records_);
        add("callgraph", add_callgraph, callgraph_);
        add("convert", add_convert, convert_);
        add("diff", add_diff, diff_);
        add("prune", add_prune, prune_);
        add("select", add_select, select_);
        add("recover", add_recover, recover_);
        add("run", add_run, run_);
        add("assembly", add_assembly, assembly_);
        add("fit", add_fit, fit_);
        add("kb", add_kb_verbs, kb_);
        add("study", add_study, study_);
        add("predict", add_predict, predict_);
        add("attribute", add_attribute, attribute_);
        add("view", add_view, view_);
        add("top", add_top, top_);
        add("node", add_node, node_);
        add("nodes", add_nodes, nodes_);
        calibrate_verb_ = app_.get_subcommand("node")->add_subcommand("calibrate")->group("Verbs");
        add_calibrate(*calibrate_verb_, calibrate_);
    }

    Request parse(int argument_count, const char* const* arguments) {
        check_verb(argument_count, arguments);
        try {
            auto given = arguments_of(argument_count, arguments);
            app_.parse(given);
        } catch (const CLI::CallForHelp&) {
            return app_.help();
        } catch (const CLI::CallForVersion& version) {
            return std::string(version.what()) + "\n";
        } catch (const CLI::ParseError& error) {
            throw UsageError(std::string(error.what()) + "; see proxima" + chosen_verb(" ") +
                             " --help");
        }
        if (calibrate_verb_->parsed()) {
            command_ = calibrate_;
        }
        return command_;
    }

private:
    template <class Options>
    void add(const char* name, void (*declare)(CLI::App&, Options&), Options& options) {
        auto* verb = app_.add_subcommand(name)->group("Verbs");
        declare(*verb, options);
        verb->final_callback([this, &options] { command_ = options; });
    }

    /// As CLI11 wants them, last first. The runs behind the `--` of diff are those of --new: CLI11
    /// would not say where it stood.
    static std::vector<std::string> arguments_of(int count, const char* const* arguments) {
        std::vector<std::string> given(arguments + 1, arguments + count);
        if (given.front() == "diff") {
            std::replace(given.begin(), given.end(), std::string("--"), std::string("--new"));
        }
        std::reverse(given.begin(), given.end());
        return given;
    }

    /// CLI11 would only say that a verb is missing.
    void check_verb(int argument_count, const char* const* arguments) const {
        std::vector<std::string> verbs;
        for (const auto* known : app_.get_subcommands({})) {
            verbs.push_back(known->get_name());
        }
        if (argument_count < 2) {
            throw UsageError("there is no verb" + base::instead("", verbs, "verbs") +
                             " (see proxima --help)");
        }
        const std::string verb = arguments[1];
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

    CLI::App app_;
    ReportOptions report_;
    RecordsOptions records_;
    CallGraphOptions callgraph_;
    ConvertOptions convert_;
    DiffOptions diff_;
    PruneOptions prune_;
    SelectOptions select_;
    RecoverOptions recover_;
    RunVerbOptions run_;
    AssemblyOptions assembly_;
    FitOptions fit_;
    KbOptions kb_;
    StudyOptions study_;
    PredictOptions predict_;
    AttributeOptions attribute_;
    CalibrateOptions calibrate_;
    CLI::App* calibrate_verb_ = nullptr;
    ViewOptions view_;
    TopOptions top_;
    NodeOptions node_;
    NodesOptions nodes_;
    Command command_;
};

} // namespace

Request parse_command_line(int argument_count, const char* const* arguments) {
    return CommandLine().parse(argument_count, arguments);
}

} // namespace proxima::cli
