#include "argument_checks.hpp"
#include "commands.hpp"

#include <CLI/CLI.hpp>

namespace proxima::cli {
namespace {

constexpr const char* description =
    R"(Writes an interactive page of a run, or of what changed between two.
One HTML file that opens in any browser, without a network: flame graph and call
tree, the routines, how time grows with each parameter, message passing and the
ranks over the run, the connections of the components, the core of the run with
sliders for its thresholds. With RUN2 the page is of that run, and shows what
changed since RUN.)";

constexpr const char* footer = R"(Examples:
  proxima view run1                      writes run1.html beside run1
  proxima view before after -o diff.html
  proxima select --json ... > answer.json
  proxima view run1 --selection answer.json --force)";

} // namespace

void add_view(CLI::App& verb, ViewOptions& options) {
    verb.description(description);
    verb.footer(footer);
    add_run_argument(verb, options.run);
    verb.add_option("RUN2", options.other, "a later run, to be compared with RUN")->type_name("");
    verb.add_option("-o,--output", options.output, "the page; else RUN.html beside the run")
        ->type_name("FILE");
    verb.add_option("--selection", options.selection,
                    "show this answer, too, which proxima select --json wrote")
        ->type_name("FILE");
    verb.add_flag("--force", options.force, "replace a file that exists");
}

} // namespace proxima::cli
