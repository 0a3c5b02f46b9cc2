#include "node/node_command.hpp"
#include "shared/messages.hpp"

#include <CLI/CLI.hpp>

#include <charconv>
#include <cmath>

namespace proxima::cli {
namespace {

constexpr const char* node_description =
    R"(Samples what this node does while an application runs, and sends it to a master.

The application is not touched. Each interval sends one datagram: processor,
memory and faults, disks, network interfaces, pressure, context switches, and
instructions where the kernel permits. Sampling ends with ^C, or when all
processes of --pid have ended.)";

constexpr const char* node_examples = R"(Examples:
  proxima node key                         then copy the file to all nodes
  proxima node master -o run1              on one of them
  proxima node --to head --interval 100ms  on each
  proxima node set head --interval 1s      while they run
  proxima nodes run1                       what was seen)";

constexpr const char* master_details =
    R"(Drops and counts datagrams that are not signed with the key. The log survives
SIGKILL at any instant; another master can continue in the same directory. With
--to the master is a relay: it passes samples on to another master.

Examples:
  proxima node master -o run1
  proxima node master -o run1 --metrics 9464  and http://127.0.0.1:9464/metrics
  proxima node master --to head --name rack7  a relay without a log)";

constexpr const char* set_details =
    R"(A node changes after the master has received its next sample.

Example:
  proxima node set head --interval 100ms --node 'rack7-*')";

constexpr const char* key_details =
    R"(All nodes and masters of a run need the same file. Its mode must be 0600.

Example:
  proxima node key && scp ~/.config/proxima/node.key other:.config/proxima/)";

constexpr double second_ns = 1e9;

std::string check_interval(const std::string& text) {
    const auto seconds = seconds_of_duration(text);
    return seconds && *seconds >= 0.01 && *seconds <= 3600
               ? std::string()
               : "`" + text + "` is not an interval from 10ms to 1h, such as 100ms or 1s";
}

std::string check_duration(const std::string& text) {
    const auto seconds = seconds_of_duration(text);
    return seconds && *seconds > 0 ? std::string()
                                   : "`" + text + "` is not a time, such as 10s or 5min";
}

std::uint64_t nanoseconds(const std::string& text) {
    return static_cast<std::uint64_t>(std::llround(*seconds_of_duration(text) * second_ns));
}

std::string names_of_groups() {
    std::string names;
    for (const auto name : node::group_names) {
        names += (names.empty() ? "" : ",") + std::string(name);
    }
    return names;
}

// 0 if a name is unknown.
node::Groups groups_of(const std::string& text) {
    node::Groups groups = 0;
    for (const auto& word : CLI::detail::split(text, ',')) {
        const auto known = std::find(node::group_names.begin(), node::group_names.end(), word);
        if (known == node::group_names.end()) {
            return 0;
        }
        groups = static_cast<node::Groups>(
            groups | 1U << static_cast<unsigned>(known - node::group_names.begin()));
    }
    return groups;
}

void add_time(CLI::App& app, const char* name, std::uint64_t& ns, const char* help) {
    app.add_option_function<std::string>(
           name, [&ns](const std::string& text) { ns = nanoseconds(text); }, help)
        ->type_name("TIME")
        ->check(std::string(name) == "--for" ? check_duration : check_interval);
}

void add_groups(CLI::App& app, node::Groups& groups, const std::string& help) {
    app.add_option_function<std::string>(
           "--metrics", [&groups](const std::string& text) { groups = groups_of(text); },
           help + ": " + names_of_groups())
        ->type_name("LIST")
        ->check([](const std::string& text) {
            return groups_of(text) != 0
                       ? std::string()
                       : "`" + text + "` is not a list of metrics; expected some of " +
                             names_of_groups();
        });
}

void add_key(CLI::App& app, NodeOptions& options) {
    app.add_option("--key", options.key_file,
                   "key file; default: $PROXIMA_NODE_KEY, or ~/.config/proxima/node.key")
        ->type_name("FILE");
}

CLI::App& add_verb(CLI::App& node, const char* name, NodeVerb which, const char* description,
                   const char* details, NodeOptions& options) {
    auto& app = *node.add_subcommand(name, description)->group("Verbs");
    app.footer(details);
    app.callback([&options, which] { options.verb = which; });
    return app;
}

void add_master(CLI::App& node, NodeOptions& options) {
    auto& app = add_verb(node, "master", NodeVerb::master, "collects samples of nodes in a log",
                         master_details, options);
    auto& master = options.master;
    app.add_option("-o,--output", master.directory, "the directory of the run")->type_name("DIR");
    app.add_option("--listen", master.address,
                   "address to listen on; default: all of this machine, port 27490")
        ->type_name("ADDRESS");
    app.add_option("--to", master.relay_to, "pass samples on to this master")->type_name("ADDRESS");
    app.add_option("--name", master.name, "name of a relay; default: the host's")
        ->type_name("NAME");
    app.add_option("--metrics", master.metrics,
                   "answer scrapes of OpenMetrics: PORT of this machine's loopback, or unix:FILE")
        ->type_name("ADDRESS");
    add_key(app, options);
}

void add_set(CLI::App& node, NodeOptions& options) {
    auto& app = add_verb(node, "set", NodeVerb::set, "changes settings of nodes while they run",
                         set_details, options);
    app.add_option("MASTER", options.master_address, "HOST or HOST:PORT of the master")
        ->type_name("")
        ->required();
    add_time(app, "--interval", options.settings.interval_ns, "time between samples");
    add_groups(app, options.settings.groups, "what to measure");
    app.add_option("--node", options.glob,
                   "only nodes whose name matches; default: all, also later ones")
        ->type_name("GLOB");
    add_key(app, options);
}

} // namespace

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

void add_node(CLI::App& verb, NodeOptions& options) {
    verb.description(node_description);
    verb.footer(node_examples);
    verb.require_subcommand(0, 1);
    auto& agent = options.agent;
    verb.add_option("--to", agent.master, "the master: HOST or HOST:PORT")->type_name("MASTER");
    add_time(verb, "--interval", agent.interval_ns, "time between samples, from 10ms (1s)");
    verb.add_option("--pid", agent.watched.pids,
                    "also sample this process and its descendants; repeatable")
        ->type_name("PID")
        ->allow_extra_args(false);
    verb.add_option("--cgroup", agent.watched.cgroup, "also sample this control group (version 2)")
        ->type_name("DIR");
    verb.add_option("--disk", agent.watched.disks,
                    "only this disk; a container sees all disks of its machine; repeatable")
        ->type_name("NAME")
        ->allow_extra_args(false);
    add_groups(verb, agent.groups, "what to measure; default: all");
    verb.add_option("--name", agent.name, "name of the node; default: the host's")
        ->type_name("NAME");
    add_time(verb, "--for", agent.duration_ns, "end after this time");
    add_key(verb, options);
    add_master(verb, options);
    add_set(verb, options);
    auto& key = add_verb(verb, "key", NodeVerb::key, "makes a key", key_details, options);
    key.add_option("FILE", options.key_file, "default: where nodes and masters look for it")
        ->type_name("");
}

} // namespace proxima::cli
