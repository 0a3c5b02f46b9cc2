#include "shared/argument_checks.hpp"
#include "view/view_command.hpp"

#include <CLI/CLI.hpp>

namespace proxima::cli {
namespace {

constexpr const char* view_description =
    R"(Writes an interactive page of a run, or of the changes between two runs.

One HTML file for any browser, without network access: flame graph and call
tree, methods, growth of time with each parameter, message passing and ranks
over time, connections of the components, and the core of the run with sliders
for its thresholds. With RUN2 the page shows RUN2 and what changed since RUN.)";

constexpr const char* view_footer = R"(Examples:
  proxima view run1                      writes run1.html beside run1
  proxima view before after -o diff.html
  proxima select --json ... > answer.json
  proxima view run1 --selection answer.json --force)";

} // namespace

void add_view(CLI::App& verb, ViewOptions& options) {
    verb.description(view_description);
    verb.footer(view_footer);
    add_run_argument(verb, options.run);
    verb.add_option("RUN2", options.other, "a later run to compare with RUN")->type_name("");
    verb.add_option("-o,--output", options.output, "the page; default RUN.html beside the run")
        ->type_name("FILE");
    verb.add_option("--selection", options.selection,
                    "also show this answer of proxima select --json")
        ->type_name("FILE");
    verb.add_flag("--force", options.force, "replace an existing file");
}

} // namespace proxima::cli
