#include "attribute/attribute_command.hpp"
#include "attribute/calibrate_command.hpp"
#include "shared/argument_checks.hpp"

#include <CLI/CLI.hpp>

namespace proxima::cli {
namespace {

constexpr const char* attribute_description =
    R"(Attributes the time of a run to the resources of its nodes.

RUN is what `proxima node master -o` wrote. MODEL turns what each node used into
parts of its time: a JSON document with expressions, such as database.json and
mpi.json. Constants, such as the rate of a disk, come from a platform that
`proxima node calibrate` measured. Shows for the slowest node, for which the
others wait, the time of each part with a 90% interval, the class that limits the
run, and the share that stays unexplained; then all nodes. (The method is that of
Taufer, 2002.))";

constexpr const char* attribute_footer = R"(Examples:
  proxima node calibrate -o here.json
  proxima attribute run1 --model database.json --platform here.json
  proxima attribute run1 --model mpi.json --platform here.json --at ranks=4
  proxima attribute run1 --model mpi.json --platform here.json --from 10 --to 25
  proxima attribute run1 --model mpi.json --node 'rack7-*')";

constexpr const char* calibrate_description =
    "measures constants of this machine for predict and attribute";

constexpr const char* calibrate_details =
    R"(Measures clock and memory (beta and gamma of the Dyana model), disk (rate of
sequential reads and time of a random read, without the cache), and network (rate
and latency by TCP, to itself or to a peer). Writes a platform document; each
quantity has the interval of five rounds. Takes some seconds on an idle machine.

Examples:
  proxima node calibrate -o here.json --scratch /data
  proxima node calibrate --serve 9000             on one node
  proxima node calibrate --peer node1:9000        on the other)";

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

void add_calibrate(CLI::App& verb, CalibrateOptions& options) {
    verb.description(calibrate_description);
    verb.footer(calibrate_details);
    verb.add_option("-o,--output", options.output, "file to write; default: standard output")
        ->type_name("FILE");
    verb.add_option("--name", options.name, "name of the platform; default: the host's")
        ->type_name("NAME");
    verb.add_option("--scratch", options.scratch,
                    "directory on the disk to measure; default: the current one")
        ->type_name("DIRECTORY");
    verb.add_option("--megabytes", options.megabytes, "size of the scratch file (256)")
        ->type_name("N")
        ->check(check_positive);
    auto* peer = verb.add_option("--peer", options.peer,
                                 "measure the network to this node, which runs --serve")
                     ->type_name("HOST:PORT");
    verb.add_option("--serve", options.serve, "answer the next peer instead of measuring")
        ->type_name("PORT")
        ->excludes(peer);
}

} // namespace proxima::cli
