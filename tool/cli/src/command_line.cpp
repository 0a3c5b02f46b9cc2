#include "command_line.hpp"

#include "messages.hpp"
#include "names.hpp"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <map>
#include <memory>

namespace proxima::cli {
namespace {

const char* const overview =
    "Says where the time of a measured run went.\n"
    "\n"
    "A program built with proxies from proxima-gen leaves a run directory when it is run\n"
    "with PROXIMA=on in its environment. RUN is that directory, or the run.json in it;\n"
    "without RUN the newest proxima-run* in the current directory is taken.";

const char* const overview_examples =
    "Examples:\n"
    "  PROXIMA=on ./simulation        measure, into proxima-run\n"
    "  proxima report                 the call tree of that run\n"
    "  proxima records --csv > r.csv  every invocation, for pandas or R\n"
    "  proxima callgraph --dot | dot -Tpng -o graph.png\n"
    "\n"
    "`proxima VERB --help` says more about a verb.\n"
    "\n"
    "Exit status: 0 all is well; 1 the run cannot be read, or not completely;\n"
    "2 the command line is wrong.\n";

const char* const report_help =
    "Prints the call tree of a run: who called what, how often, for how long.\n"
    "\n"
    "  calls          completed invocations\n"
    "  incl, excl     time inside, with and without the measured calls made from there\n"
    "  share          of incl in the time of all roots, summed over threads\n"
    "  min mean max dev   of the inclusive time of one invocation (dev: standard deviation)\n"
    "\n"
    "Below a node stand the recorded parameters: their values, or range and mean.";

const char* const report_examples =
    "Examples:\n"
    "  proxima report run1\n"
    "  proxima report --min-share 1 --depth 4     only what matters\n"
    "  proxima report --width 140 | less\n"
    "  proxima report --color always | less -R\n"
    "  proxima report --json | jq '.nodes[] | select(.share > 0.1) | .name'\n";

const char* const records_help =
    "Writes every recorded invocation, one a line, in the order of the record files\n"
    "(by thread; within a thread in the order in which invocations ended).\n"
    "\n"
    "  start_ns          since the start of the run; duration_ns, communication_ns as they say\n"
    "  rank, thread      who made the call; thread is the number of the record file\n"
    "  instance, port, method   what was called\n"
    "  callpath          the calls it was made from, outermost first, separated by ';'\n"
    "\n"
    "then the parameters, with their own names and types. CSV has one column for each parameter\n"
    "name of the selected methods, empty where a method has no such parameter; a parameter\n"
    "named like one of the columns above is written as parameter.NAME. JSON lines name only\n"
    "what a method has. Times are integers, so that every reader keeps them exact. Numbers\n"
    "that are not finite are nan and inf in CSV, null in JSON. Texts that were cut when they\n"
    "were recorded end in \"...\".";

const char* const records_examples =
    "Examples:\n"
    "  proxima records run1 --csv > run1.csv\n"
    "  proxima records --method eval_f --csv      by the end of its name\n"
    "  proxima records --method '*::eval_*' --jsonl | head\n"
    "  pandas:  d = pandas.read_csv('run1.csv'); d.groupby('n').duration_ns.mean()\n"
    "  R:       d <- read.csv('run1.csv'); plot(d$n, d$duration_ns)\n";

const char* const callgraph_help =
    "Writes the call graph for other tools.\n"
    "\n"
    "  --dot      Graphviz; nodes below half a percent are left out unless --min-share says\n"
    "             otherwise\n"
    "  --folded   stacks with exclusive nanoseconds, for flamegraph.pl, inferno, speedscope\n"
    "  --json     Hatchet's format, times in microseconds";

const char* const callgraph_examples =
    "Examples:\n"
    "  proxima callgraph run1 --dot | dot -Tsvg > graph.svg\n"
    "  proxima callgraph --folded | flamegraph.pl --countname ns > flame.svg\n"
    "  proxima callgraph run1 --json > graph.json\n"
    "  Python:  hatchet.GraphFrame.from_json(open('graph.json').read())\n";

constexpr double dot_min_share_percent = 0.5;

/// Help as it was written, instead of being folded into one paragraph.
class PlainFormatter : public CLI::Formatter {
public:
    std::string make_usage(const CLI::App* app, std::string name) const override {
        const auto* parent = app->get_parent();
        if (parent == nullptr) {
            return "Usage: proxima VERB [RUN] [OPTIONS]\n";
        }
        return "Usage: proxima " + name + " [RUN] [OPTIONS]\n";
    }
    std::string make_description(const CLI::App* app) const override {
        return app->get_description() + "\n\n";
    }
    std::string make_footer(const CLI::App* app) const override { return "\n" + app->get_footer(); }
};

void add_run(CLI::App& verb, std::string& run) {
    verb.add_option("RUN", run, "run directory (default: the newest proxima-run* here)")
        ->type_name("");
}

/// Options of the verbs that show a tree; shares are given in percent.
void add_filter(CLI::App& verb, TreeFilter& filter, double& min_share_percent) {
    verb.add_option("--depth", filter.depth, "show at most N levels, 1 = only roots")
        ->type_name("N")
        ->check(CLI::PositiveNumber);
    verb.add_option("--min-share", min_share_percent,
                    "leave out nodes with less than P percent of the time")
        ->type_name("P")
        ->check(CLI::Range(0.0, 100.0));
}

class CommandLine {
public:
    CommandLine() : app_(overview, "proxima") {
        app_.formatter(std::make_shared<PlainFormatter>());
        app_.get_formatter()->column_width(24);
        app_.footer(overview_examples);
        app_.set_version_flag("--version", "proxima " PROXIMA_VERSION, "print the version");
        app_.require_subcommand(1);
        add_report();
        add_records();
        add_callgraph();
    }

    Request parse(int argument_count, const char* const* arguments) {
        check_verb(argument_count, arguments);
        try {
            app_.parse(argument_count, arguments);
        } catch (const CLI::CallForHelp&) {
            return app_.help();
        } catch (const CLI::CallForVersion&) {
            return std::string("proxima " PROXIMA_VERSION "\n");
        } catch (const CLI::ParseError& error) {
            throw UsageError(explained(error));
        }
        return command();
    }

private:
    void add_report() {
        auto& verb = *app_.add_subcommand("report", report_help);
        verb.footer(report_examples);
        add_run(verb, report_.run);
        add_filter(verb, report_.filter, min_share_percent_);
        verb.add_flag("!--no-parameters", report_.parameters,
                      "do not read the records, show no parameters");
        verb.add_option("--width", report_.width,
                        "characters a line (default: the terminal's, else $COLUMNS, else 80)")
            ->type_name("N");
        static const std::map<std::string, ColorChoice> colors{{"auto", ColorChoice::automatic},
                                                               {"always", ColorChoice::always},
                                                               {"never", ColorChoice::never}};
        verb.add_option("--color", report_.color,
                        "auto, always or never; auto: on a terminal, unless NO_COLOR is set")
            ->type_name("WHEN")
            ->transform(CLI::CheckedTransformer(colors).description(""));
        verb.add_flag("--json", report_.json, "write JSON, times in microseconds");
    }

    void add_records() {
        auto& verb = *app_.add_subcommand("records", records_help);
        verb.footer(records_examples);
        add_run(verb, records_.run);
        verb.add_option("--method", records_.methods,
                        "only this method: `port::method`, the end of that, or a glob; repeatable")
            ->type_name("NAME")
            ->take_all()
            ->allow_extra_args(false);
        auto* csv = verb.add_flag("--csv");
        csv->description("comma-separated values with a title line (default)");
        verb.add_flag_callback(
                "--jsonl", [this] { records_.format = RecordsFormat::json_lines; },
                "one JSON object a line")
            ->excludes(csv);
    }

    void add_callgraph() {
        auto& verb = *app_.add_subcommand("callgraph", callgraph_help);
        verb.footer(callgraph_examples);
        add_run(verb, callgraph_.run);
        add_filter(verb, callgraph_.filter, min_share_percent_);
        auto* formats = verb.add_option_group("format", "one of");
        const auto add_format = [&](const char* name, CallGraphFormat format,
                                    const char* description) {
            formats->add_flag_callback(
                name, [this, format] { callgraph_.format = format; }, description);
        };
        add_format("--dot", CallGraphFormat::dot, "Graphviz");
        add_format("--folded", CallGraphFormat::folded, "folded stacks");
        add_format("--json", CallGraphFormat::hatchet, "Hatchet");
        formats->require_option(1);
    }

    /// CLI11 would only say that a verb is missing.
    void check_verb(int argument_count, const char* const* arguments) const {
        if (argument_count < 2) {
            throw UsageError("what to do? Say report, records or callgraph, or see proxima --help");
        }
        const std::string verb = arguments[1];
        std::vector<std::string> verbs;
        for (const auto* known : app_.get_subcommands({})) {
            verbs.push_back(known->get_name());
        }
        if ((!verb.empty() && verb.front() == '-') ||
            std::find(verbs.begin(), verbs.end(), verb) != verbs.end()) {
            return;
        }
        throw UsageError("there is no verb `" + verb + "`" + did_you_mean(nearest(verb, verbs, 1)) +
                         " See proxima --help");
    }

    std::string explained(const CLI::ParseError& error) const {
        const auto chosen = app_.get_subcommands();
        return std::string(error.what()) + "; see proxima " +
               (chosen.empty() ? "" : chosen.front()->get_name() + " ") + "--help";
    }

    Command command() {
        const auto verb = app_.get_subcommands().front()->get_name();
        if (verb == "records") {
            return records_;
        }
        if (verb == "callgraph") {
            const bool defaulted = min_share_percent_ < 0;
            const double standard =
                callgraph_.format == CallGraphFormat::dot ? dot_min_share_percent : 0;
            callgraph_.filter.min_share = (defaulted ? standard : min_share_percent_) / 100;
            return callgraph_;
        }
        report_.filter.min_share = std::max(min_share_percent_, 0.0) / 100;
        return report_;
    }

    CLI::App app_;
    ReportOptions report_;
    RecordsOptions records_;
    CallGraphOptions callgraph_;
    double min_share_percent_ = -1; ///< negative: not given
};

} // namespace

Request parse_command_line(int argument_count, const char* const* arguments) {
    return CommandLine().parse(argument_count, arguments);
}

} // namespace proxima::cli
