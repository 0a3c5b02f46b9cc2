#include "exchange/writers.hpp"
#include "text/json_text.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <vector>

namespace proxima::exchange {
namespace {

using Json = nlohmann::ordered_json;
using rundir::CallGraph;

class HatchetWriter {
public:
    HatchetWriter(const CallGraph& graph, const text::TreeFilter& filter, text::Output& output)
        : graph_(graph), rows_(text::tree_rows(graph, filter)), output_(output),
          children_(rows_.size()), row_of_(graph.nodes.size(), rows_.size()) {
        std::vector<std::size_t> path;
        for (std::size_t i = 0; i < rows_.size(); ++i) {
            row_of_[rows_[i].node] = i;
            path.resize(rows_[i].depth);
            if (!path.empty()) {
                children_[path.back()].push_back(i);
            }
            path.push_back(i);
        }
    }

    void write(std::string_view run_file) {
        auto head = Json::object({{"format", 1}});
        if (!run_file.empty()) {
            head["run"] = run_file;
        }
        head["complete"] = graph_.complete;
        output_.write("{\"proxima\":" + text::json_text(head));
        if (!graph_.counters.empty()) {
            write_counters();
        }
        write_nodes();
        output_.print("\"dataframe_indices\":[\"node\",\"{}\"],\n\"dataframe\":[",
                      has_threads() ? "thread" : "rank");
        for (std::size_t i = 0; i < rows_.size(); ++i) {
            write_rows(i);
        }
        output_.write("],\n");
        if (!graph_.bins.empty()) {
            write_bins();
        }
        auto exclusive = Json::array({"time"});
        auto inclusive = Json::array({"time (inc)", "communication", "computation"});
        if (graph_.knows_mpi_calls) {
            exclusive.push_back("mpi calls");
        }
        for (const auto& counter : graph_.counters) {
            exclusive.push_back(counter.name);
            inclusive.push_back(counter.name + " (inc)");
        }
        output_.print("\"exclusive_metrics\":{},\n\"inclusive_metrics\":{}}}\n",
                      text::json_text(exclusive), text::json_text(inclusive));
    }

private:
    // Threads are apart. They are an index instead of the rank, because Hatchet 2024.1 cannot
    // filter rows with three.
    bool has_threads() const {
        return std::any_of(graph_.parts.begin(), graph_.parts.end(),
                           [](const auto& part) { return part.thread.has_value(); });
    }

    void write_counters() {
        auto counters = Json::array();
        for (const auto& counter : graph_.counters) {
            counters.push_back(
                {{"name", counter.name}, {"unit", counter.is_time ? "us" : "count"}});
        }
        output_.write(",\n\"counters\":" + text::json_text(counters));
    }

    // An object for each root, with all nodes below it.
    void write_nodes() {
        output_.write(",\n\"graph\":[");
        for (std::size_t i = 0; i < rows_.size(); ++i) {
            const bool is_root = rows_[i].depth == 0;
            output_.print("{}\"{}\":{}",
                          !is_root ? ",\n "
                          : i == 0 ? "\n{"
                                   : "},\n{",
                          i, text::json_text({{"data", data_of(i)}, {"children", children_[i]}}));
        }
        output_.write(rows_.empty() ? "],\n" : "}],\n");
    }

    Json data_of(std::size_t i) const {
        const auto& component = graph_.component(graph_.nodes[rows_[i].node]);
        Json data{{"name", component.name},     {"type", "component"},
                  {"port", component.port},     {"instance", component.instance},
                  {"method", component.method}, {"signature", component.signature}};
        if (const auto& binding = component.binding; !binding->empty()) {
            data["user"] = binding->user;
            data["uses port"] = binding->uses_port;
            data["provides port"] = binding->provides_port;
        }
        return data;
    }

    // Writes a row for each rank, or thread, that called the node.
    void write_rows(std::size_t i) {
        const auto node = rows_[i].node;
        auto of_rank = std::lower_bound(
            graph_.rows.begin(), graph_.rows.end(), node,
            [](const rundir::PartRow& row, std::size_t wanted) { return row.node < wanted; });
        const char* separator = i == 0 ? "\n" : ",\n";
        if (of_rank == graph_.rows.end() || of_rank->node != node) { // there is one rank
            const auto part = graph_.parts.empty() ? rundir::RunPart() : graph_.parts.front();
            output_.write(separator +
                          text::json_text(row(i, part, 0, graph_.nodes[node].statistics)));
        }
        // Hatchet draws its tree with thread 0, and fails at nodes without such a row.
        if (has_threads() && of_rank != graph_.rows.end() && of_rank->node == node &&
            number_of(graph_.parts[of_rank->part], of_rank->part) != 0) {
            rundir::Statistics none;
            none.counted.resize(graph_.counters.size());
            output_.write(separator +
                          text::json_text(row(i, {graph_.parts.front().rank, 0}, 0, none)));
            separator = ",\n";
        }
        for (; of_rank != graph_.rows.end() && of_rank->node == node; ++of_rank) {
            const auto& part = graph_.parts[of_rank->part];
            Json made = row(i, part, of_rank->part, of_rank->statistics);
            if (part.rank == rundir::RunPart::other_ranks && !graph_.others.empty()) {
                const auto& others = graph_.others[node];
                made.update({{"ranks", others.ranks},
                             {"least computation", others.least_us},
                             {"most computation", others.most_us},
                             {"rank of most", others.most_rank}});
            }
            output_.write(separator + text::json_text(made));
            separator = ",\n";
        }
    }

    bool has_ranks() const { return graph_.parts.back().rank != 0; }

    // The index of a row: threads are numbered over all ranks.
    std::uint64_t number_of(const rundir::RunPart& part, std::size_t part_number) const {
        return has_ranks() ? part_number : *part.thread;
    }

    Json row(std::size_t i, const rundir::RunPart& part, std::size_t part_number,
             const rundir::Statistics& times) const {
        Json row{{"node", i},
                 {"rank", part.rank},
                 {"name", graph_.component(graph_.nodes[rows_[i].node]).name},
                 {"calls", times.calls},
                 {"time", times.exclusive_us},
                 {"time (inc)", times.inclusive_us},
                 {"communication", times.communication_us},
                 {"computation", times.computation_us},
                 {"min", times.min_us},
                 {"max", times.max_us},
                 {"mean", times.mean_us},
                 {"stddev", times.stddev_us}};
        if (part.thread) {
            row["thread"] = number_of(part, part_number);
        }
        if (part.thread && has_ranks()) {
            row["thread of rank"] = *part.thread;
        }
        if (const auto& elsewhere = times.elsewhere; elsewhere.inclusive_us > 0) {
            row.update({{"time elsewhere", elsewhere.inclusive_us},
                        {"calls elsewhere", elsewhere.calls},
                        {"communication elsewhere", elsewhere.communication_us}});
        }
        const auto& threads = times.threads;
        if (!part.thread && (threads.threads > 1 || threads.most_thread != 0)) {
            row.update({{"threads", threads.threads},
                        {"least thread computation", threads.least_us},
                        {"most thread computation", threads.most_us},
                        {"rank of most thread", threads.most_rank},
                        {"thread of most", threads.most_thread}});
        }
        if (graph_.knows_mpi_calls) {
            row["mpi calls"] = times.mpi_calls;
        }
        for (std::size_t counter = 0; counter < times.counted.size(); ++counter) {
            row[graph_.counters[counter].name] = times.counted[counter].exclusive;
            row[graph_.counters[counter].name + " (inc)"] = times.counted[counter].inclusive;
        }
        return row;
    }

    void write_bins() {
        output_.write("\"bins\":[");
        const char* separator = "\n";
        for (const auto& bin : graph_.bins) {
            if (row_of_[bin.node] < rows_.size()) {
                output_.write(separator + text::json_text(json_of(bin)));
                separator = ",\n";
            }
        }
        output_.write("],\n");
    }

    Json json_of(const rundir::NodeBin& bin) const {
        constexpr double us = 1e-3; // in nanoseconds
        Json json{{"node", row_of_[bin.node]}, {"parameter", nullptr}};
        if (!bin.parameter.empty()) {
            json["parameter"] = bin.parameter;
            json["type"] = rundir::parameter_type_names[static_cast<std::size_t>(bin.type)];
        }
        const auto& durations = bin.durations;
        json.update({{"bin", bin.bin},
                     {"calls", durations.calls()},
                     {"sum", durations.total_ns() * us},
                     {"sum of squares", durations.sum_of_squares_ns2() * us * us},
                     {"min", durations.min_ns() * us},
                     {"max", durations.max_ns() * us}});
        return json;
    }

    const CallGraph& graph_;
    std::vector<text::TreeRow> rows_;
    text::Output& output_;
    std::vector<std::vector<std::size_t>> children_; // by row, as row numbers
    std::vector<std::size_t> row_of_;                // by node
};

} // namespace

void write_hatchet(const CallGraph& graph, const text::TreeFilter& filter, text::Output& output,
                   std::string_view run_file) {
    HatchetWriter(graph, filter, output).write(run_file);
}

} // namespace proxima::exchange
