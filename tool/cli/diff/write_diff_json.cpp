#include "diff/diff_command.hpp"
#include "text/json_text.hpp"

#include <nlohmann/json.hpp>

namespace proxima::cli {
namespace {

using Json = nlohmann::ordered_json;
using compare::Change;
using compare::NodeChange;

Json json_of(const Change& change, bool tested) {
    constexpr double level = 0.95;
    Json json{{"base_us", change.base}, {"new_us", change.now}};
    if (change.is_known) {
        json["ratio"] = change.ratio();
        json["interval"] = {change.low(level), change.high(level)};
        json["p"] = tested ? Json(change.p) : Json();
        json["changed"] = tested && change.p < compare::significant;
    }
    return json;
}

Json index_of(std::size_t node) {
    return node == NodeChange::no_parent ? Json() : Json(node);
}

} // namespace

void write_diff_json(const DiffAnswer& answer, text::Output& output) {
    const auto& comparison = answer.comparison;
    const Json head{{"base", answer.base},
                    {"new", answer.now},
                    {"tests", comparison.tests},
                    {"one_run_each", comparison.one_run_each},
                    {"whole_is", comparison.by_duration ? "duration" : "measured calls"},
                    {"whole", json_of(comparison.whole, true)}};
    const auto text = text::json_text(head);
    output.write(text.substr(0, text.size() - 1) + ",\n\"nodes\":[");
    const char* separator = "\n";
    for (const auto& node : comparison.nodes) {
        const Json json{{"name", node.name},
                        {"instance", node.instance},
                        {"port", node.port},
                        {"method", node.method},
                        {"parent", index_of(node.parent)},
                        {"base_runs", node.runs_of_base},
                        {"new_runs", node.runs_of_now},
                        {"base_calls", node.calls_of_base},
                        {"new_calls", node.calls_of_now},
                        {"inclusive", json_of(node.inclusive, node.tests_inclusive)},
                        {"own", json_of(node.own, node.tests_own)}};
        output.write(separator + text::json_text(json));
        separator = ",\n";
    }
    output.write("]");
    if (answer.fail_above) {
        auto failures = Json::array();
        for (const auto& excess : answer.excesses) {
            failures.push_back(
                {{"node", index_of(excess.node)}, {"own", excess.is_own}, {"p", excess.p}});
        }
        output.print(",\n\"fail_above\":{},\n\"failures\":{}", *answer.fail_above,
                     text::json_text(failures));
    }
    output.write("}\n");
}

} // namespace proxima::cli
