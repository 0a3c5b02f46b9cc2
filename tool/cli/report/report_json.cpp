#include "report/report_json.hpp"

#include "shared/balance_facts.hpp"
#include "text/json_text.hpp"

#include <proxima/profile/rank_spread.hpp>
#include <proxima/profile/time_split.hpp>

#include <nlohmann/json.hpp>

#include <cmath>
#include <string>
#include <utility>

namespace proxima::cli {
namespace {

using Json = nlohmann::ordered_json;
using profile::CostEstimate;

void add_overhead(Json& run, const std::string& name, const profile::Overhead& overhead) {
    const bool is_possible = std::isfinite(overhead.share);
    run[name + "_us"] = is_possible ? Json(overhead.us) : Json();
    run[name + "_share"] = is_possible ? Json(overhead.share) : Json();
}

// A run that was killed has not written its counts: what is 0 there is not known.
void keep_known(Json& run, const rundir::CallGraph& graph) {
    for (auto& [name, value] : run.items()) {
        const bool is_count = name != "lost_invocations" && value.is_number();
        value = is_count && value == 0 ? Json() : value;
    }
    std::uint64_t calls = 0;
    for (const auto& node : graph.nodes) {
        calls += node.statistics.calls;
    }
    run["invocations"] = calls;
}

Json json_of(const rundir::RunInfo& info, const rundir::CallGraph& graph,
             const std::optional<rundir::MpiUse>& mpi) {
    Json run{{"complete", graph.complete},
             {"command", info.command},
             {"directory", info.directory},
             {"host", info.host},
             {"parent_run", info.parent_run},
             {"spawned", info.spawned},
             {"mpi_routine_rules", info.mpi_routines},
             {"start", info.start},
             {"clock", info.clock.name},
             {"clock_step_ns", info.clock.step_ns},
             {"duration_us", info.duration_us},
             {"cpu_us", info.cpu_us},
             {"ranks", info.ranks},
             {"threads", info.threads},
             {"invocations", info.invocations},
             {"records", info.records},
             {"record_bytes", info.record_bytes},
             {"thread_life_us", info.thread_life_us},
             {"calls_without_origin", info.calls_without_origin},
             {"lost_invocations", info.losses.invocations},
             {"call_cost_ns", info.recorded_call_ns},
             {"overlapped_call_cost_ns", info.overlapped_call_ns},
             {"cold_call_cost_ns", info.cold_call_ns},
             {"counters_cost_ns", 2 * info.read_counters_ns}};
    for (const auto& [name, estimate] : {std::pair("overhead", CostEstimate::likely),
                                         std::pair("least_overhead", CostEstimate::least),
                                         std::pair("most_overhead", CostEstimate::most)}) {
        add_overhead(run, name, profile::whole_overhead(info, graph, mpi, estimate));
    }
    if (const auto added = profile::mpi_perturbation(info, mpi)) {
        run["mpi_call_cost_ns"] = added->call_us * 1000;
        run["mpi_calls"] = added->calls;
        run["mpi_overhead_us"] = added->total_us;
        run["mpi_overhead_share"] = added->share;
    }
    if (!info.complete) {
        keep_known(run, graph);
    }
    return run;
}

Json json_of(const rundir::CallSite& component) {
    Json json{{"name", component.name}, {"instance", component.instance}};
    if (const auto& binding = component.binding; !binding->empty()) {
        json["binding"] = {{"user", binding->user},
                           {"uses_port", binding->uses_port},
                           {"provider", component.instance},
                           {"provides_port", binding->provides_port}};
    }
    json["port"] = component.port;
    json["method"] = component.method;
    json["signature"] = component.signature;
    return json;
}

Json json_of(const profile::ParameterSummary& summary) {
    Json json{{"name", summary.parameter().name},
              {"type", summary.parameter().type_name},
              {"count", summary.count()}};
    if (summary.missing() > 0) {
        json["missing"] = summary.missing();
    }
    if (summary.has_range()) {
        json["min"] = summary.minimum();
        json["max"] = summary.maximum();
        json["mean"] = summary.mean();
    }
    for (const auto& value : summary.values()) {
        json["values"].push_back({{"value", value.json}, {"count", value.count}});
    }
    return json;
}

Json json_of(const profile::ParameterBin& bin) {
    return {{"calls", bin.durations.calls()},
            {"parameter", bin.parameter},
            {"values", bin.values},
            {"sum_us", bin.durations.total_ns() / 1e3},
            {"sum_of_squares_us2", bin.durations.sum_of_squares_ns2() / 1e6},
            {"min_us", bin.durations.min_ns() / 1e3},
            {"max_us", bin.durations.max_ns() / 1e3}};
}

Json json_of(const rundir::ThreadSpread& threads, double computation_us) {
    const profile::RankSpread spread{threads.least_us, threads.most_us,
                                     computation_us / static_cast<double>(threads.threads)};
    if (threads.threads == 0) {
        return nullptr;
    }
    return {{"threads", threads.threads},
            {"least_computation_us", spread.least_us},
            {"most_computation_us", spread.most_us},
            {"mean_computation_us", spread.mean_us},
            {"imbalance", spread.imbalance()},
            {"most_in", {{"rank", threads.most_rank}, {"buffer", threads.most_thread}}}};
}

class NodeWriter {
public:
    explicit NodeWriter(const Report& report)
        : report_(report), graph_(report.graph), spreads_(profile::rank_spreads(report.graph)),
          mpi_calls_(report.graph.inclusive_mpi_calls()),
          errors_us_(report.graph.exclusive_errors_us()) {}

    Json json_of_row(const text::TreeRow& row) const {
        const auto& node = graph_.nodes[row.node];
        const auto& times = node.statistics;
        const auto& added = report_.added[row.node];
        const auto threads = times.threads.threads;
        const bool is_root = node.parent == rundir::Node::no_parent;
        // No call may have ended.
        const auto of_calls = [&](double us) { return times.calls > 0 ? Json(us) : Json(); };
        Json json{{"id", row.node},
                  {"parent", is_root ? Json() : Json(node.parent)},
                  {"depth", row.depth}};
        json.update(json_of(graph_.component(node)));
        json.update({{"calls", times.calls},
                     {"inclusive_us", times.inclusive_us},
                     {"exclusive_us", times.exclusive_us},
                     {"share", report_.whole.share(times.inclusive_us, threads)},
                     {"share_of_us", report_.whole.base_us(times.inclusive_us, threads)},
                     {"communication_us", times.communication_us},
                     {"computation_us", times.computation_us},
                     {"min_us", of_calls(times.min_us)},
                     {"mean_us", of_calls(times.mean_us)},
                     {"max_us", of_calls(times.max_us)},
                     {"stddev_us", of_calls(times.stddev_us)},
                     {"untimed_calls", times.untimed_calls},
                     {"inclusive_error_us", times.error_us},
                     {"exclusive_error_us", errors_us_[row.node]},
                     {"added_us", added.inclusive_us},
                     {"added_exclusive_us", added.exclusive_us},
                     {"added_communication_us", added.communication_us}});
        const bool known = graph_.knows_mpi_calls;
        json["inclusive_mpi_calls"] = known ? Json(mpi_calls_[row.node]) : Json();
        json["exclusive_mpi_calls"] = known ? Json(times.mpi_calls) : Json();
        if (!spreads_.empty()) {
            const auto& spread = spreads_[row.node];
            json.update({{"least_rank_computation_us", spread.least_us},
                         {"most_rank_computation_us", spread.most_us},
                         {"imbalance", spread.imbalance()}});
        }
        json["threads"] = json_of(times.threads, times.computation_us);
        json["counters"] = counters(times);
        json["parameters"] = Json::array();
        for (const auto& summary : report_.records[row.node].parameters) {
            json["parameters"].push_back(json_of(summary));
        }
        for (const auto& bin : report_.records[row.node].bins) {
            json["bins"].push_back(json_of(bin));
        }
        return json;
    }

private:
    Json counters(const rundir::Statistics& statistics) const {
        auto counters = Json::array();
        for (std::size_t i = 0; i < statistics.counted.size(); ++i) {
            counters.push_back({{"name", graph_.counters[i].name},
                                {"unit", graph_.counters[i].is_time ? "us" : "count"},
                                {"inclusive", statistics.counted[i].inclusive},
                                {"exclusive", statistics.counted[i].exclusive}});
        }
        return counters;
    }

    const Report& report_;
    const rundir::CallGraph& graph_;
    std::vector<profile::RankSpread> spreads_;
    std::vector<std::uint64_t> mpi_calls_; // by node, nodes below it included
    std::vector<double> errors_us_;        // of the exclusive time, by node
};

// Writes a line for each element.
template <class List, class Make>
void write_array(const char* name, const List& list, Make make, text::Output& output) {
    output.print(",\n\"{}\":[", name);
    const char* separator = "\n";
    for (const auto& one : list) {
        output.write(separator + text::json_text(make(one)));
        separator = ",\n";
    }
    output.write("]");
}

void write_parts(const rundir::CallGraph& graph, text::Output& output) {
    const char* separator = "\n";
    const auto write = [&](std::size_t node, const rundir::RunPart& part,
                           const rundir::Statistics& times) {
        Json json{{"name", graph.component(graph.nodes[node]).name}, {"rank", part.rank}};
        json.update({{"calls", times.calls},
                     {"inclusive_us", times.inclusive_us},
                     {"exclusive_us", times.exclusive_us},
                     {"communication_us", times.communication_us},
                     {"computation_us", times.computation_us}});
        output.write(separator + text::json_text(json));
        separator = ",\n";
    };
    output.write(",\n\"parts\":[");
    for (const auto& row : graph.rows) {
        write(row.node, graph.parts[row.part], row.statistics);
    }
    for (std::size_t i = 0; graph.rows.empty() && i < graph.nodes.size(); ++i) {
        const auto part = graph.parts.empty() ? rundir::RunPart() : graph.parts.front();
        write(i, part, graph.nodes[i].statistics);
    }
    output.write("]");
}

Json json_of(const profile::ThreadWork& thread) {
    const auto known = [](const auto& value) { return value ? Json(*value) : Json(); };
    const bool has_life = thread.knows_life && thread.life_us > 0;
    return {{"rank", thread.rank},
            {"thread", thread.thread},
            {"threads", thread.threads},
            {"system_id", thread.system_id},
            {"name", thread.name},
            {"creator", known(thread.creator)},
            {"begin_us", thread.begin_us},
            {"end_us", thread.end_us},
            {"life_us", thread.knows_life ? Json(thread.life_us) : Json()},
            {"running_us", known(thread.running_us)},
            {"waiting_for_processor_us", known(thread.waiting_us)},
            {"calls", thread.calls},
            {"measured_us", thread.measured_us},
            {"communication_us", thread.communication_us},
            {"share_of_life", has_life ? Json(thread.measured_us / thread.life_us) : Json()}};
}

void write_threads(const rundir::CallGraph& graph, const std::vector<profile::ThreadWork>& threads,
                   text::Output& output) {
    const char* separator = "\n";
    output.write(",\n\"parts\":[");
    for (const auto& thread : threads) {
        for (const auto& node : thread.nodes) {
            output.write(separator +
                         text::json_text(
                             Json{{"name", graph.component(graph.nodes[node.node]).name},
                                  {"rank", thread.rank},
                                  {"thread", thread.thread},
                                  {"calls", node.calls},
                                  {"inclusive_us", node.inclusive_us},
                                  {"exclusive_us", node.exclusive_us},
                                  {"communication_us", node.communication_us},
                                  {"computation_us", node.inclusive_us - node.communication_us}}));
            separator = ",\n";
        }
    }
    output.write("]");
    write_array("threads", threads, [](const auto& thread) { return json_of(thread); }, output);
}

Json json_of(const profile::TimeSplit& split, const rundir::CallGraph& graph) {
    const auto known = [](std::optional<double> us) { return us ? Json(*us) : Json(); };
    return {{"name", graph.components[split.component].name},
            {"exclusive_us", split.exclusive_us},
            {"least_computed_us", split.least_computed_us},
            {"computed_us", split.computed_us},
            {"computed_error_us", split.error_us},
            {"waiting_us", known(split.waiting_us)},
            {"ready_us", known(split.ready_us)},
            {"blocked_us", known(split.blocked_us())},
            {"mpi_us", split.mpi_us},
            {"elsewhere_us", split.elsewhere_us}};
}

} // namespace

void write_report_json(const Report& report, bool by_rank, const resources::ResourcePart* resources,
                       const text::TreeFilter& filter, text::Output& output) {
    auto run = report.info ? json_of(*report.info, report.graph, report.mpi)
                           : Json::object({{"complete", report.graph.complete}});
    run["total_us"] = report.graph.total_us();
    run["whole_us"] = report.whole.us; // elapsed time of all ranks
    run["balance"] = json_of(report.balances, report.graph);
    output.print("{{\"format\":1,\"run\":{}", text::json_text(run));
    const NodeWriter nodes(report);
    write_array(
        "nodes", text::tree_rows(report.graph, filter),
        [&](const auto& row) { return nodes.json_of_row(row); }, output);
    if (by_rank) {
        write_parts(report.graph, output);
    }
    if (report.threads) {
        write_threads(report.graph, *report.threads, output);
    }
    if (!report.splits.empty()) {
        write_array(
            "splits", report.splits,
            [&](const auto& split) { return json_of(split, report.graph); }, output);
    }
    if (resources != nullptr) {
        output.write(",\n\"resources\":" + text::json_text(json_of(*resources)));
    }
    if (report.mpi) {
        output.write(",\n\"mpi\":" + report.mpi->json);
    }
    output.write("}\n");
}

} // namespace proxima::cli
