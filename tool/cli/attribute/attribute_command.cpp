#include "attribute/attribute_command.hpp"

#include "shared/argument_checks.hpp"
#include "shared/messages.hpp"
#include "shared/node_selection.hpp"
#include "shared/prediction_writers.hpp"
#include "text/json_text.hpp"
#include "text/table.hpp"
#include "text/terminal.hpp"

#include <proxima/base/error.hpp>
#include <proxima/base/text.hpp>
#include <proxima/base/units.hpp>
#include <proxima/platform/attribution.hpp>
#include <proxima/platform/node_usage.hpp>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

namespace proxima::cli {
namespace {

using Json = nlohmann::ordered_json;
using platform::NodeTime;
using platform::Verdict;

struct Attribution {
    const platform::Application& model;
    const std::vector<const node::NodeView*>& views;
    const std::vector<platform::Usage>& usages;
    const std::vector<NodeTime>& nodes; // attributed nodes
    std::size_t limiting;               // number of a node
    Verdict verdict;
};

// Attributes the slowest node. The kernel counts UDP, which may be why it cannot, for all processes
// together.
Verdict verdict_of(const platform::Application& model, const NodeTime& node,
                   const platform::Usage& usage) {
    auto made = platform::classify(model, node.time);
    const auto value = [&](const char* name) { return usage.at(name).value; };
    const double uncounted = value("process_uncounted");
    if (!made.refusal.empty() && uncounted > value("process_sent") + value("process_received")) {
        made.refusal += "; by UDP, which systems do not count by process, they may have moved " +
                        base::human_bytes(static_cast<std::uint64_t>(uncounted));
    }
    return made;
}

std::string share_text(double part, double whole) {
    return whole > 0 && !std::isnan(part) ? base::human_share(part / whole) : "-";
}

std::string verdict_text(const platform::Application& model, const Verdict& verdict) {
    if (!verdict.refusal.empty()) {
        return "not attributable: " + verdict.refusal +
               (verdict.evidence.empty() ? "" : " (" + verdict.evidence + ")");
    }
    const auto is_rest = [&](const auto& part) {
        return part.name == model.rest && part.kind == verdict.limit;
    };
    const auto& parts = model.components;
    const auto limit = verdict.limit.empty() ? "limited by no single resource"
                       : std::any_of(parts.begin(), parts.end(), is_rest)
                           ? "limited by no resource that is measured"
                       : verdict.limit.rfind("throttled", 0) == 0 ? verdict.limit
                                                                  : "limited by " + verdict.limit;
    return limit + ": " + verdict.evidence;
}

void write_text(const Attribution& made, const AttributeOptions& options, text::Output& output) {
    const auto terminal = text::standard_output_terminal(options.width, text::ColorChoice::never);
    const auto& [slowest, time] = made.nodes[made.limiting];
    const auto whole = time.total.value;
    output.print("{}: {} on {}{}\n\n", made.model.name, base::human_seconds(whole), slowest,
                 made.nodes.size() > 1
                     ? fmt::format(", the slowest of {}", base::plural(made.nodes.size(), "node"))
                     : "");
    write_parts(made.model, time, terminal, output);
    output.write("\n");
    text::print_paragraph(verdict_text(made.model, made.verdict), terminal, output);
    if (made.verdict.refusal.empty()) {
        output.print("unexplained: {}\n", share_text(made.verdict.unexplained, 1));
    }
    const auto& info = made.views[made.limiting]->info();
    output.print("amounts: {}\n", info.watched.empty() ? "of the whole node, with what others did"
                                                       : "of " + info.watched);
    output.print("instructions: {}\norder of disk accesses: {}\n", info.counting, info.tracing);
    if (const auto names = platform::unsampled_metrics(made.model, made.usages[made.limiting]);
        !names.empty()) {
        text::print_paragraph("not sampled: " + base::joined(names), terminal, output);
    }
    if (made.nodes.size() > 1) {
        std::vector<text::TableColumn> columns{{"time", 9}};
        for (const auto& component : made.model.components) {
            columns.push_back({component.name.c_str(), 3});
        }
        text::Table nodes("node", columns, terminal);
        for (const auto& [name, of_node] : made.nodes) {
            text::TableRow row{name, {base::human_seconds(of_node.total.value)}};
            for (const auto& component : of_node.components) {
                row.cells.push_back(share_text(component.value, of_node.total.value));
            }
            nodes.add(std::move(row));
        }
        output.write("\n");
        nodes.write(output);
    }
}

void write_json(const Attribution& made, text::Output& output) {
    Json json = json_of(made.model, made.nodes[made.limiting].time);
    json["slowest"] = made.nodes[made.limiting].node;
    auto shares = Json::object();
    for (const auto& share : made.verdict.shares) {
        shares[share.kind] = json_of(share.share);
    }
    json["model"] = made.model.name;
    json["limit"] = made.verdict.limit.empty() ? Json() : Json(made.verdict.limit);
    json["not_attributable"] = made.verdict.refusal.empty() ? Json() : Json(made.verdict.refusal);
    json["evidence"] = made.verdict.evidence;
    json["unexplained"] = made.verdict.refusal.empty() ? Json(made.verdict.unexplained) : Json();
    json["shares"] = shares;
    json["nodes"] = Json::array();
    for (std::size_t i = 0; i < made.nodes.size(); ++i) {
        auto node = json_of(made.model, made.nodes[i].time);
        const auto& view = *made.views[i];
        node["node"] = view.name;
        node["watched"] = view.info().watched;
        node["counting"] = view.info().counting;
        node["tracing"] = view.info().tracing;
        node["samples"] = view.losses().samples;
        node["lost"] = view.losses().lost;
        node["not_sampled"] = platform::unsampled_metrics(made.model, made.usages[i]);
        json["nodes"].push_back(std::move(node));
    }
    output.write(text::json_text(json) + "\n");
}

constexpr int status_not_attributable = 3;

constexpr const char* attribute_description =
    R"(Attributes the time of a run to the resources of its nodes.

RUN is what `proxima nodes collect -o` wrote. MODEL turns what each node used
into parts of its time: a JSON document with expressions, such as database.json
and mpi.json. Constants, such as the rate of a disk, come from a platform that
`proxima nodes calibrate` measured. Shows for the slowest node, for which the
others wait, the time of each part with a 90% interval, the class that limits
the run, and the share that stays unexplained; then all nodes. (The method is
that of Taufer, 2002.)

With --pid or --cgroup of `proxima nodes sample` the amounts are those of the
processes alone; without, of the whole node, with what others did. A run is not
attributable, which is an answer with its reason, if an amount that decides was
not sampled, if the parts take longer than the run, or if intervals overlap.

Exit status: 0 attributed; 1 bad data; 2 wrong command line; 3 not attributable.)";

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
    add_option(verb, "RUN", "", options.run, "the directory of a run of nodes, or a log in it")
        ->required();
    add_option(verb, "--model", "FILE", options.model, "model that turns usage into time")
        ->required();
    add_option(verb, "--platform", "FILE", options.platform, "constants of the nodes");
    add_values(verb, options.values,
               "value of a parameter of the model, or of a quantity of the platform");
    add_nodes(verb, options.nodes);
    add_option(verb, "--from", "SECONDS", options.window.from, "begin at this time since the start")
        ->check(check_seconds);
    add_option(verb, "--to", "SECONDS", options.window.to, "end at this time since the start")
        ->check(check_seconds);
    add_width(verb, options.width);
    verb.add_flag("--json", options.json, "write JSON; times in seconds, shares from 0 to 1");
}

int run_attribute(const AttributeOptions& options, text::Output& output) {
    const auto model = platform::read_application(options.model);
    if (model.usage.empty()) {
        throw base::Error(options.model, "has no \"usage\": it predicts; use proxima predict");
    }
    std::optional<platform::Platform> on;
    if (!options.platform.empty()) {
        on = platform::read_platform(options.platform);
    }
    auto view = node::read_view(options.run);
    say_warnings(view.problems);
    select_nodes(view, options.run, options.nodes);
    std::vector<const node::NodeView*> views;
    std::vector<platform::Usage> usages;
    std::vector<NodeTime> nodes;
    for (const auto& node : view.nodes) {
        const auto usage = platform::usage_of(node, options.window);
        if (!usage) {
            continue;
        }
        if (const auto losses = node.losses(); losses.lost > 0) {
            say_note("warning: " + node.name + ": " + std::to_string(losses.lost) + " of " +
                     std::to_string(losses.lost + losses.samples) + " samples lost");
        }
        views.push_back(&node);
        usages.push_back(*usage);
        nodes.push_back(
            {node.name, platform::predict(model, on ? &*on : nullptr, options.values, *usage)});
    }
    if (nodes.empty()) {
        throw base::Error(options.run, "no node was sampled in that time; attribute a longer one");
    }
    const auto limiting =
        static_cast<std::size_t>(&platform::limiting_node(model, nodes) - nodes.data());
    const Attribution made{model, views,    usages,
                           nodes, limiting, verdict_of(model, nodes[limiting], usages[limiting])};
    options.json ? write_json(made, output) : write_text(made, options, output);
    return !view.problems.empty()         ? status_bad_data
           : made.verdict.refusal.empty() ? status_ok
                                          : status_not_attributable;
}

} // namespace proxima::cli
