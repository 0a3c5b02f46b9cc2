#include "attribute/attribute_command.hpp"
#include "shared/argument_checks.hpp"

#include <CLI/CLI.hpp>

namespace proxima::cli {
namespace {

constexpr const char* attribute_description =
    R"(Attributes the time of a run to the resources of its nodes.

RUN is what `proxima nodes collect -o` wrote. MODEL turns what each node used
into parts of its time: a JSON document with expressions, such as database.json
and mpi.json. Constants, such as the rate of a disk, come from a platform that
`proxima nodes calibrate` measured. Shows for the slowest node, for which the
others wait, the time of each part with a 90% interval, the class that limits
the run, and the share that stays unexplained; then all nodes. (The method is
that of Taufer, 2002.))";

constexpr const char* attribute_footer = R"(Examples:
  proxima nodes calibrate -o here.json
  proxima attribute run1 --model database.json --platform here.json
  proxima attribute run1 --model mpi.json --platform here.json --at ranks=4
  proxima attribute run1 --model mpi.json --platform here.json --from 10 --to 25
  proxima attribute run1 --model mpi.json --node 'rack7-*')";

} // namespace

void add_attribute(CLI::App& verb, AttributeOptions& options) {
    verb.description(attribute_description);
    verb.footer(attribute_footer);
    verb.add_option("RUN", options.run, "the directory of a run of nodes, or a log in it")
        ->type_name("")
        ->required();
    verb.add_option("--model", options.model, "model that turns usage into time")
        ->type_name("FILE")
        ->required();
    verb.add_option("--platform", options.platform, "constants of the nodes")->type_name("FILE");
    add_values(verb, options.values,
               "value of a parameter of the model, or of a quantity of the platform");
    add_nodes(verb, options.nodes);
    verb.add_option("--from", options.window.from, "begin at this time since the start")
        ->type_name("SECONDS")
        ->check(check_seconds);
    verb.add_option("--to", options.window.to, "end at this time since the start")
        ->type_name("SECONDS")
        ->check(check_seconds);
    add_width(verb, options.width);
    verb.add_flag("--json", options.json, "write JSON; times in seconds, shares from 0 to 1");
}

} // namespace proxima::cli
