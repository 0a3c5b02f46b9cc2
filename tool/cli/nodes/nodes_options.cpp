#include "nodes/nodes_command.hpp"
#include "shared/argument_checks.hpp"

#include <proxima/base/text.hpp>

#include <algorithm>
#include <charconv>
#include <cmath>

namespace proxima::cli {
namespace {

constexpr const char* nodes_description =
    R"(Samples what nodes do while an application runs, and shows it on one time axis.

The application is not touched. Each node sends its samples to a master, which
collects them in a log.)";

constexpr const char* nodes_examples = R"(Examples:
  proxima nodes key                                then copy the file to all nodes
  proxima nodes collect -o run1                    on one of them
  proxima nodes sample --to head --interval 100ms  on each
  proxima nodes set head --interval 1s             while they run
  proxima nodes show run1                          what was seen)";

constexpr const char* key_details =
    R"(All nodes and masters of a run need the same file. Its mode must be 0600.

Example:
  proxima nodes key && scp ~/.config/proxima/node.key other:.config/proxima/)";

constexpr const char* collect_details =
    R"(Drops and counts datagrams that are not signed with the key. The log survives
SIGKILL at any instant; another master can continue in the same directory. With
--to the master is a relay: it passes samples on to another master.

Examples:
  proxima nodes collect -o run1
  proxima nodes collect -o run1 --metrics 9464  and http://127.0.0.1:9464/metrics
  proxima nodes collect --to head --name rack7  a relay without a log)";

constexpr const char* sample_details =
    R"(Each interval sends one datagram: processor, memory and faults, disks, network
interfaces, pressure, context switches, and instructions where the kernel
permits. Sampling ends with ^C, or when all processes of --pid have ended.

Example:
  proxima nodes sample --to head --interval 100ms --pid 1234)";

constexpr const char* set_details =
    R"(A node changes after the master has received its next sample.

Example:
  proxima nodes set head --interval 100ms --node 'rack7-*')";

constexpr const char* calibrate_details =
    R"(Measures clock and memory (beta and gamma of the Dyana model), disk (rate of
sequential reads and time of a random read, without the cache), and with a peer
the network (rate one way and latency by TCP). Writes a platform document; each quantity has the interval of five rounds. Takes some seconds on an idle machine.

Examples:
  proxima nodes calibrate -o here.json --scratch /data
  proxima nodes calibrate --serve 9000             on one node
  proxima nodes calibrate --peer node1:9000        on the other)";

constexpr const char* show_details =
    R"(RUN is a directory of `proxima nodes collect -o`; the master may still be
running. The table has a line for each node: how busy it was, how many of its
samples were lost, and the largest error of their times.

--json and --svg put samples on a grid that all nodes share. Counters are
interpolated between samples; the 95% interval of a cell widens where samples
are missing and clocks are uncertain.

Examples:
  proxima nodes show run1
  proxima nodes show run1 --svg nodes.svg
  proxima nodes show run1 --json --metric 'cpu_*' --step 1s > cpu.json)";

// Reads `10ms`, `1.5s` or `2min`; returns nothing if it is no duration.
std::optional<double> seconds_of_duration(const std::string& text) {
    double number = 0;
    const auto* const end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, number);
    const std::string unit(stop, end);
    const double seconds = unit == "ms"                  ? 1e-3
                           : unit == "s" || unit.empty() ? 1
                           : unit == "min"               ? 60
                           : unit == "h"                 ? 3600
                                                         : 0;
    const bool is_sane = error == std::errc() && number >= 0 && number < 1e9 && seconds > 0;
    return is_sane ? std::optional(number * seconds) : std::nullopt;
}

std::string check_interval(const std::string& text) {
    const auto seconds = seconds_of_duration(text);
    return seconds && *seconds >= 0.01 && *seconds <= 3600
               ? std::string()
               : "`" + text + "` is not an interval from 10ms to 1h, such as 100ms or 1s";
}

std::string check_duration(const std::string& text) {
    return seconds_of_duration(text).value_or(0) > 0
               ? std::string()
               : "`" + text + "` is not a time, such as 100ms, 10s or 5min";
}

// Returns 0 if a name is unknown.
node::Groups groups_of(const std::string& text) {
    node::Groups groups = 0;
    for (const auto& word : CLI::detail::split(text, ',')) {
        const auto known = std::find(node::group_names.begin(), node::group_names.end(), word);
        if (known == node::group_names.end()) {
            return 0;
        }
        groups |= node::bit(static_cast<node::MetricGroup>(known - node::group_names.begin()));
    }
    return groups;
}

void add_time(CLI::App& app, const char* name, std::uint64_t& ns, const char* help,
              std::string (*check)(const std::string&)) {
    constexpr double second_ns = 1e9;
    app.add_option_function<std::string>(
           name,
           [&ns](const std::string& text) {
               ns =
                   static_cast<std::uint64_t>(std::llround(*seconds_of_duration(text) * second_ns));
           },
           help)
        ->type_name("TIME")
        ->check(check);
}

void add_groups(CLI::App& app, node::Groups& groups, const std::string& help) {
    const auto names = base::joined(node::group_names, ",");
    app.add_option_function<std::string>(
           "--metrics", [&groups](const std::string& text) { groups = groups_of(text); },
           help + ": " + names)
        ->type_name("LIST")
        ->check([names](const std::string& text) {
            return groups_of(text) != 0
                       ? std::string()
                       : "`" + text + "` is not a list of metrics; expected some of " + names;
        });
}

void add_key_file(CLI::App& app, NodesOptions& options) {
    add_option(app, "--key", "FILE", options.key_file,
               "key file; default: $PROXIMA_NODE_KEY, or ~/.config/proxima/node.key");
}

CLI::App& add_verb(CLI::App& nodes, NodesOptions& options, NodesVerb which, const char* name,
                   const char* description, const char* details) {
    auto& app = *nodes.add_subcommand(name, description)->group("Verbs");
    app.footer(details);
    app.callback([&options, which] { options.verb = which; });
    return app;
}

void add_collect(CLI::App& nodes, NodesOptions& options) {
    auto& app = add_verb(nodes, options, NodesVerb::collect, "collect",
                         "collects samples of nodes in a log", collect_details);
    auto& master = options.master;
    add_option(app, "-o,--output", "DIR", master.directory, "the directory of the run");
    add_option(app, "--listen", "ADDRESS", master.address,
               "address to listen on; default: all of this machine, port 27490");
    add_option(app, "--to", "ADDRESS", master.relay_to, "pass samples on to this master");
    add_option(app, "--name", "NAME", master.name, "name of a relay; default: the host's");
    add_option(app, "--metrics", "ADDRESS", master.metrics,
               "answer scrapes of OpenMetrics: PORT of this machine's loopback, or unix:FILE");
    add_key_file(app, options);
}

void add_sample(CLI::App& nodes, NodesOptions& options) {
    auto& app = add_verb(nodes, options, NodesVerb::sample, "sample",
                         "samples this node and sends the samples to a master", sample_details);
    auto& agent = options.agent;
    add_option(app, "--to", "MASTER", agent.master, "the master: HOST or HOST:PORT")->required();
    add_time(app, "--interval", agent.interval_ns, "time between samples, from 10ms (1s)",
             check_interval);
    add_list(app, "--pid", "PID", agent.watched.pids,
             "also sample this process and its descendants");
    add_option(app, "--cgroup", "DIR", agent.watched.cgroup, "also sample this control group");
    add_list(app, "--disk", "NAME", agent.watched.disks,
             "only this disk; a container sees all disks of its machine");
    add_groups(app, agent.groups, "what to measure; default: all");
    add_option(app, "--name", "NAME", agent.name, "name of the node; default: the host's");
    add_time(app, "--for", agent.duration_ns, "end after this time", check_duration);
    add_key_file(app, options);
}

void add_set(CLI::App& nodes, NodesOptions& options) {
    auto& app = add_verb(nodes, options, NodesVerb::set, "set",
                         "changes settings of nodes while they run", set_details);
    add_option(app, "MASTER", "", options.master_address, "HOST or HOST:PORT of the master")
        ->required();
    add_time(app, "--interval", options.settings.interval_ns, "time between samples",
             check_interval);
    add_groups(app, options.settings.groups, "what to measure");
    add_option(app, "--node", "GLOB", options.glob,
               "only nodes whose name matches; default: all, also later ones");
    add_key_file(app, options);
}

void add_calibrate(CLI::App& nodes, NodesOptions& options) {
    auto& app =
        add_verb(nodes, options, NodesVerb::calibrate, "calibrate",
                 "measures constants of this machine for predict and attribute", calibrate_details);
    auto& calibration = options.calibration;
    add_option(app, "-o,--output", "FILE", options.platform_file,
               "file to write; default: standard output");
    add_option(app, "--name", "NAME", calibration.name,
               "name of the platform; default: the host's");
    add_option(app, "--scratch", "DIRECTORY", calibration.scratch,
               "directory on the disk to measure; default: the current one");
    add_option(app, "--megabytes", "N", options.scratch_megabytes, "size of the scratch file (256)")
        ->check(check_positive);
    auto* peer = add_option(app, "--peer", "HOST:PORT", calibration.peer,
                            "measure the network to this node, which runs --serve");
    add_option(app, "--serve", "PORT", options.serve, "answer the next peer instead of measuring")
        ->excludes(peer);
}

void add_show(CLI::App& nodes, NodesOptions& options) {
    auto& app = add_verb(nodes, options, NodesVerb::show, "show",
                         "shows what the nodes of a run did", show_details);
    add_option(app, "RUN", "", options.run, "the run's directory, or one log of it")->required();
    app.add_flag("--json", options.json, "write JSON: nodes, losses, clocks and series");
    add_option(app, "--svg", "FILE", options.svg,
               "draw processors, disks and network of all nodes");
    app.add_option_function<std::string>(
           "--step",
           [&options](const std::string& text) { options.step = *seconds_of_duration(text); },
           "step of the grid; default: the longest interval")
        ->type_name("TIME")
        ->check(check_duration);
    add_list(app, "--metric", "GLOB", options.metrics, "series for --json, such as disk.*.reads");
    add_width(app, options.width);
}

} // namespace

void add_nodes(CLI::App& nodes, NodesOptions& options) {
    nodes.description(nodes_description);
    nodes.footer(nodes_examples);
    nodes.require_subcommand(1);
    auto& key = add_verb(nodes, options, NodesVerb::key, "key", "makes a key", key_details);
    add_option(key, "FILE", "", options.key_file, "default: the file that nodes and masters read");
    add_collect(nodes, options);
    add_sample(nodes, options);
    add_set(nodes, options);
    add_calibrate(nodes, options);
    add_show(nodes, options);
}

} // namespace proxima::cli
