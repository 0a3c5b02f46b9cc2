#include "diff/diff_command.hpp"
#include "text/json_text.hpp"

#include <nlohmann/json.hpp>

namespace proxima::cli {
namespace {

using Json = nlohmann::ordered_json;
using compare::Change;
using compare::NodeChange;

// Without a conclusion, what would conclude is null.
Json json_of(const Change& change, bool tested, bool are_comparable) {
    constexpr double level = 0.95;
    Json json{{"base_us", change.base}, {"new_us", change.now}};
    if (!are_comparable) {
        json.update(
            {{"ratio", nullptr}, {"interval", nullptr}, {"p", nullptr}, {"changed", nullptr}});
    } else if (change.is_known) {
        json["ratio"] = change.ratio();
        json["interval"] = {change.low(level), change.high(level)};
        json["p"] = tested ? Json(change.p) : Json();
        json["changed"] = tested && change.p < compare::significant;
    }
    return json;
}

const char* word_of(compare::Basis basis) {
    switch (basis) {
    case compare::Basis::duration:
        return "duration";
    case compare::Basis::measured_calls:
        return "measured calls";
    case compare::Basis::processor_time:
        return "processor time";
    }
    return "";
}

Json index_of(std::size_t node) {
    return node == NodeChange::no_parent ? Json() : Json(node);
}

} // namespace

void write_diff_json(const DiffAnswer& answer, text::Output& output) {
    const auto& comparison = answer.comparison;
    const bool are_comparable = comparison.obstacles.empty();
    const Json head{{"base", answer.base},
                    {"new", answer.now},
                    {"comparable", are_comparable},
                    {"obstacles", comparison.obstacles},
                    {"tests", comparison.tests},
                    {"one_run_each", comparison.one_run_each},
                    {"whole_is", word_of(comparison.basis)},
                    {"whole", json_of(comparison.whole, true, are_comparable)}};
    const auto text = text::json_text(head);
    output.write(text.substr(0, text.size() - 1) + ",\n\"nodes\":[");
    const char* separator = "\n";
    for (const auto& node : comparison.nodes) {
        const Json json{
            {"name", node.name},
            {"instance", node.instance},
            {"port", node.port},
            {"method", node.method},
            {"parent", index_of(node.parent)},
            {"base_runs", node.runs_of_base},
            {"new_runs", node.runs_of_now},
            {"base_calls", node.calls_of_base},
            {"new_calls", node.calls_of_now},
            {"inclusive", json_of(node.inclusive, node.tests_inclusive, are_comparable)},
            {"own", json_of(node.own, node.tests_own, are_comparable)}};
        output.write(separator + text::json_text(json));
        separator = ",\n";
    }
    output.write("]");
    if (answer.fail_above && are_comparable) {
        auto failures = Json::array();
        for (const auto& excess : answer.excesses) {
            failures.push_back(
                {{"node", index_of(excess.node)}, {"own", excess.is_own}, {"p", excess.p}});
        }
        output.print(",\n\"fail_above\":{},\n\"failures\":{}", *answer.fail_above,
                     text::json_text(failures));
    } else if (answer.fail_above) {
        output.print(",\n\"fail_above\":{},\n\"failures\":null", *answer.fail_above);
    }
    output.write("}\n");
}

} // namespace proxima::cli
