#include "nodes/nodes_writers.hpp"
#include "text/json_text.hpp"

#include <proxima/base/text.hpp>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <set>

namespace proxima::cli {
namespace {

using Json = nlohmann::ordered_json;
using namespace node;

Json json_of(const Stretch& stretch) {
    return {{"id", fmt::format("{:016x}", stretch.info.id)},
            {"first_s", stretch.first},
            {"last_s", stretch.last},
            {"interval_s", stretch.interval},
            {"processors", stretch.info.processors},
            {"watched", stretch.info.watched},
            {"counting", stretch.info.counting},
            {"tracing", stretch.info.tracing},
            {"samples", stretch.samples},
            {"lost", stretch.lost},
            {"reordered", stretch.reordered},
            {"duplicates", stretch.duplicates},
            {"late", stretch.late},
            {"longest_gap_s", stretch.longest_gap},
            {"clock",
             {{"bound_s", stretch.clock_bound},
              {"typical_bound_s", stretch.typical_bound},
              {"drift", stretch.drift},
              {"drift_bound", stretch.drift_bound},
              {"steps", stretch.clock_steps},
              {"round_trip_s", stretch.round_trip ? Json(*stretch.round_trip) : Json()}}}};
}

std::set<SeriesKey> keys_of(const NodeView& node, const std::vector<std::string>& wanted) {
    std::set<SeriesKey> keys;
    for (const auto& stretch : node.stretches) {
        for (const auto& [key, series] : stretch.series) {
            const auto name = key.name();
            if (wanted.empty() ||
                std::any_of(wanted.begin(), wanted.end(), [&](const auto& pattern) {
                    return base::matches_glob(pattern, name);
                })) {
                keys.insert(key);
            }
        }
    }
    return keys;
}

Json json_of(const NodeView& node, const SeriesKey& key, const Grid& grid) {
    const bool is_level = key.info().kind == MetricKind::level;
    double total = 0;
    std::size_t resets = 0;
    std::size_t wraps = 0;
    for (const auto* series : node.series(key)) {
        total += series->total();
        resets += series->resets();
        wraps += series->wraps();
    }
    Json json{{"unit", std::string(key.info().unit) + (is_level ? "" : "/s")}};
    if (!is_level) {
        json["total"] = total;
        json["resets"] = resets;
        json["wraps"] = wraps;
    }
    Json value = Json::array();
    Json low = Json::array();
    Json high = Json::array();
    for (const auto& cell : on_grid(node, key, grid)) {
        value.push_back(cell ? Json(cell->value) : Json());
        low.push_back(cell ? Json(cell->low) : Json());
        high.push_back(cell ? Json(cell->high) : Json());
    }
    json["value"] = std::move(value);
    json["low"] = std::move(low);
    json["high"] = std::move(high);
    return json;
}

Json drops_of(const GlobalView& view) {
    Json json = Json::object();
    for (std::size_t i = 0; i < drop_count; ++i) {
        json[std::string(drop_names[i])] = view.drops.counts[i];
    }
    return json;
}

} // namespace

void write_nodes_json(const GlobalView& view, const Grid& grid,
                      const std::vector<std::string>& metrics, text::Output& output) {
    const Json head{
        {"format", 1},
        {"start_unix_s", static_cast<double>(view.start_real_ns) * 1e-9},
        {"first_s", view.first},
        {"last_s", view.last},
        {"masters", view.masters},
        {"ended", view.has_ended},
        {"torn_bytes", view.torn_bytes},
        {"dropped", drops_of(view)},
        {"relays", view.relays},
        {"grid", {{"begin_s", grid.begin}, {"step_s", grid.step}, {"cells", grid.cells}}}};
    const auto text = text::json_text(head);
    output.write(text.substr(0, text.size() - 1) + ",\n\"nodes\":[");
    const char* separator = "\n";
    for (const auto& node : view.nodes) {
        Json json{{"name", node.name}, {"stretches", Json::array()}, {"series", Json::object()}};
        for (const auto& stretch : node.stretches) {
            json["stretches"].push_back(json_of(stretch));
        }
        for (const auto& key : keys_of(node, metrics)) {
            json["series"][base::printable(key.name())] = json_of(node, key, grid);
        }
        output.write(separator + text::json_text(json));
        separator = ",\n";
    }
    output.write("\n]}\n");
}

} // namespace proxima::cli
