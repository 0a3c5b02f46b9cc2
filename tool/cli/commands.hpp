// The verbs of `proxima`.
#pragma once

#include "attribute/attribute_options.hpp"
#include "kb/kb_options.hpp"
#include "predict/predict_options.hpp"
#include "prune/prune_options.hpp"
#include "report/resource_question.hpp"
#include "select/select_options.hpp"
#include "text/output.hpp"
#include "text/terminal.hpp"
#include "text/tree_view.hpp"

#include <proxima/model/measurements.hpp>

#include <optional>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace proxima::cli {

struct NodeOptions; // node/node_options.hpp

/// Each verb reads a path given by the user, or if it is empty the newest run in the current
/// directory.
enum class ReportBy { nothing, rank, thread };

struct ReportOptions {
    std::string run;
    TreeFilter filter;
    std::size_t width = 0; ///< 0: that of the terminal
    ColorChoice color = ColorChoice::automatic;
    bool json = false;
    bool parameters = true;
    bool bins = false;        ///< show the statistics by the size of the first parameter
    bool connections = false; ///< also by connection of the assembly
    bool all = false;         ///< lines that say next to nothing, too
    bool flat = false;        ///< methods without the tree
    ReportBy by = ReportBy::nothing;
    ResourceQuestion resources = {}; ///< without nodes: none
};

enum class RecordsFormat { csv, json_lines };

struct RecordsOptions {
    std::string run;
    std::vector<std::string> methods; ///< empty: all
    RecordsFormat format = RecordsFormat::csv;
    bool statistics = false; ///< sums instead of every invocation; as a table if not JSON lines
};

enum class CallGraphFormat { dot, folded, hatchet };

struct CallGraphOptions {
    std::string run;
    TreeFilter filter;
    CallGraphFormat format = CallGraphFormat::dot;
};

struct ConvertOptions {
    std::string source;    ///< a run; with `from` a file or directory of another tool
    std::string to = {};   ///< the name of a format
    std::string from = {}; ///< the name of a format; empty: a run is converted
    std::string output = {};
    bool force = false;
};

struct DiffOptions {
    std::vector<std::string> runs; ///< two; or, with `others`, those of the base
    std::vector<std::string> others = {};
    std::optional<double> fail_above = {}; ///< a share
    bool all = false;                      ///< nodes that take little, too
    bool json = false;
};

struct RecoverOptions {
    std::string run;
};

struct RunVerbOptions {
    std::string script;
    bool check = false;
    std::vector<std::string> measure; ///< patterns; with a `!` before them: not those
    std::vector<std::string> rules;   ///< files
    std::vector<std::string> path;
    std::string output;
    std::string mpi = "auto";
    std::string replay; ///< decisions.json; empty: decide
};

enum class AssemblyFormat { dot, json, script };

struct AssemblyOptions {
    std::string file;
    AssemblyFormat format = AssemblyFormat::dot;
};

enum class PlotFormat { svg, png };

struct FitOptions {
    std::vector<std::string> sources; ///< run directories, and files in Extra-P's format
    std::vector<std::string> methods; ///< empty: all
    std::string metric;               ///< empty: all
    std::string implementation;       ///< empty: called like the instance
    std::string output;               ///< file of models; empty: none
    std::string extrap;               ///< file of measurements in Extra-P's format; empty: none
    std::string plots;                ///< directory; empty: none
    PlotFormat plot_format = PlotFormat::svg;
    double level_percent = 90;
    model::Statistic statistic = model::Statistic::automatic;
    bool split = true;
    bool by_rank = false;
    bool by_path = false;
    bool verbose = false; ///< all that is known of each model, instead of one line for each method
    bool json = false;
};

struct StudyOptions {
    std::string study; ///< the file
    std::string output;
    std::vector<std::string> path; ///< of components
    bool dry_run = false;
    bool json = false;
    std::string program = {}; ///< that runs assemblies; empty: this one
};

struct ViewOptions {
    std::string run;
    std::string other;     ///< a later run; empty: none
    std::string output;    ///< empty: beside the run
    std::string selection; ///< file with an answer of `proxima select --json`; empty: none
    bool force = false;    ///< replace a file that exists
};

struct TopOptions {
    std::string target; ///< a run directory, a process, the address of a monitor
    double seconds = 1; ///< from one refresh to the next
    bool once = false;
    bool json = false;
};

struct NodesOptions {
    std::string run;
    std::string svg; ///< file; empty: no picture
    std::vector<std::string> metrics;
    double step = 0; ///< seconds; 0: the longest interval
    std::size_t width = 0;
    bool json = false;
};

/// Each declares the options of a verb, with their help; the first line of what it says of the verb
/// is that of the list of verbs.
void add_report(CLI::App& verb, ReportOptions& options);
void add_records(CLI::App& verb, RecordsOptions& options);
void add_callgraph(CLI::App& verb, CallGraphOptions& options);
void add_convert(CLI::App& verb, ConvertOptions& options);
void add_diff(CLI::App& verb, DiffOptions& options);
void add_recover(CLI::App& verb, RecoverOptions& options);
void add_run(CLI::App& verb, RunVerbOptions& options);
void add_assembly(CLI::App& verb, AssemblyOptions& options);
void add_fit(CLI::App& verb, FitOptions& options);
void add_study(CLI::App& verb, StudyOptions& options);
void add_predict(CLI::App& verb, PredictOptions& options);
void add_attribute(CLI::App& verb, AttributeOptions& options);
void add_calibrate(CLI::App& verb, CalibrateOptions& options);
void add_view(CLI::App& verb, ViewOptions& options);
void add_top(CLI::App& verb, TopOptions& options);
void add_node(CLI::App& verb, NodeOptions& options);
void add_nodes(CLI::App& verb, NodesOptions& options);

/// Each writes its answer and returns the exit status: 0, or 1 if what could be read was written
/// but not all could be read (a message has been given). Throws rundir::Error and UsageError.
int run_report(const ReportOptions& options, Output& output);
int run_records(const RecordsOptions& options, Output& output);
int run_callgraph(const CallGraphOptions& options, Output& output);
int run_convert(const ConvertOptions& options, Output& output);
int run_diff(const DiffOptions& options, Output& output);
int run_prune(const PruneOptions& options, Output& output);
int run_select(const SelectOptions& options, Output& output);
int run_recover(const RecoverOptions& options, Output& output);
int run_run(const RunVerbOptions& options, Output& output);
int run_assembly_verb(const AssemblyOptions& options, Output& output);
int run_fit(const FitOptions& options, Output& output);
int run_kb(const KbOptions& options, Output& output);
int run_study(const StudyOptions& options, Output& output);
int run_predict(const PredictOptions& options, Output& output);
int run_attribute(const AttributeOptions& options, Output& output);
int run_calibrate(const CalibrateOptions& options, Output& output);
int run_view(const ViewOptions& options, Output& output);
int run_top(const TopOptions& options, Output& output);
int run_node(const NodeOptions& options, Output& output);
int run_nodes(const NodesOptions& options, Output& output);

} // namespace proxima::cli
