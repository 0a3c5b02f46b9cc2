#include "shared/prune_writers.hpp"
#include "text/json_text.hpp"

#include <nlohmann/json.hpp>

namespace proxima::cli {
namespace {

using Json = nlohmann::ordered_json;
using prune::Fate;

const char* name_of(Fate fate) {
    switch (fate) {
    case Fate::kept:
        return "kept";
    case Fate::insignificant_children:
        return "insignificant children";
    case Fate::insignificant_sibling:
        return "insignificant sibling";
    case Fate::below:
        break;
    }
    return "below";
}

Json json_of(const prune::PrunedRun& run, std::size_t number) {
    const auto& node = run.graph.nodes[number];
    const auto& component = run.graph.component(node);
    Json json{{"id", number},
              {"parent", node.parent == rundir::Node::no_parent ? Json() : Json(node.parent)},
              {"name", component.name},
              {"instance", component.instance},
              {"port", component.port},
              {"method", component.method},
              {"fate", name_of(run.fates[number])}};
    if (run.fates[number] != Fate::kept) {
        json["nodes_below"] = node.subtree_end - number - 1;
    }
    json["calls"] = node.statistics.calls;
    json["inclusive_us"] = node.statistics.inclusive_us;
    json["exclusive_us"] = node.statistics.exclusive_us;
    return json;
}

} // namespace

void write_prune_json(const ShownPruning& shown, text::Output& output) {
    const auto& run = shown.run;
    const auto& nodes = run.by_instance;
    Json json{{"format", 1},
              {"alpha", run.thresholds.alpha},
              {"beta", run.thresholds.beta},
              {"nodes", nodes.nodes},
              {"kept_nodes", nodes.kept_nodes},
              {"instances", nodes.groups},
              {"kept_instances", nodes.kept_groups},
              {"total_us", nodes.total},
              {"dropped_us", nodes.dropped},
              {"dropped_share", nodes.dropped_share()},
              {"change_if_dropped_is_free", nodes.change_if_slower(0)},
              {"change_if_dropped_is_twice_as_slow", nodes.change_if_slower(2)}};
    if (shown.models) {
        json["models"] = {{"nodes", shown.models->times.nodes},
                          {"predicted_us", shown.models->times.predicted_us},
                          {"measured_us", shown.models->times.measured_us},
                          {"at", shown.models->values}};
    }
    json["instance_list"] = Json::array();
    for (const auto& instance : run.instances) {
        json["instance_list"].push_back({{"name", instance.name},
                                         {"nodes", instance.nodes},
                                         {"kept_nodes", instance.kept_nodes},
                                         {"exclusive_us", instance.own_us}});
    }
    json["graph"] = Json::array();
    for (std::size_t i = 0; i < run.graph.nodes.size(); ++i) {
        if (run.fates[i] != Fate::below) {
            json["graph"].push_back(json_of(run, i));
        }
    }
    output.write(text::json_text(json, 1) + "\n");
}

} // namespace proxima::cli
