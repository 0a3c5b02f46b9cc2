#include "callgraph/call_graph_writers.hpp"
#include "text/json_text.hpp"

#include <string_view>
#include <utility>
#include <vector>

namespace proxima::cli {
namespace {

using rundir::CallGraph;
using rundir::Statistics;

class HatchetWriter {
public:
    HatchetWriter(const CallGraph& graph, const TreeFilter& filter, Output& output)
        : graph_(graph), rows_(tree_rows(graph, filter)), output_(output), children_(rows_.size()) {
        link_children();
    }

    void write(std::string_view run_file) {
        output_.write("{\"proxima\":{\"format\":1");
        if (!run_file.empty()) {
            write_field("run", run_file);
        }
        output_.print(",\"complete\":{}}}", graph_.complete);
        write_counters();
        output_.write(",\n\"graph\":[");
        for (std::size_t i = 0; i < rows_.size(); ++i) {
            write_node(i);
        }
        output_.write(rows_.empty() ? "],\n" : "}],\n");
        output_.write("\"dataframe_indices\":[\"node\",\"rank\"],\n\"dataframe\":[");
        for (std::size_t i = 0; i < rows_.size(); ++i) {
            write_row(i);
        }
        write_bins();
        output_.print("],\n\"exclusive_metrics\":[\"time\"{}",
                      graph_.knows_mpi_calls ? ",\"mpi calls\"" : "");
        write_counter_names("");
        output_.write(
            "],\n\"inclusive_metrics\":[\"time (inc)\",\"communication\",\"computation\"");
        write_counter_names(" (inc)");
        output_.write("]}\n");
    }

private:
    void link_children() {
        std::vector<std::size_t> path;
        for (std::size_t i = 0; i < rows_.size(); ++i) {
            path.resize(rows_[i].depth);
            if (!path.empty()) {
                children_[path.back()].push_back(i);
            }
            path.push_back(i);
        }
    }

    void write_node(std::size_t i) {
        const auto& node = graph_.nodes[rows_[i].node];
        const auto& component = graph_.component(node);
        if (rows_[i].depth == 0) {
            output_.write(i == 0 ? "\n{" : "},\n{");
        } else {
            output_.write(",\n ");
        }
        output_.print("\"{}\":{{\"data\":{{\"name\":", i);
        append_json_string(output_.buffer(), component.name);
        output_.write(",\"type\":\"component\"");
        write_field("port", component.port);
        write_field("instance", component.instance);
        write_field("method", component.method);
        write_field("signature", component.signature);
        write_binding(component);
        output_.print("}},\"children\":[{}]}}", fmt::join(children_[i], ","));
    }

    void write_binding(const rundir::Component& component) {
        const auto& binding = component.binding;
        if (binding.empty()) {
            return;
        }
        output_.write(",\"binding\":{\"user\":");
        append_json_string(output_.buffer(), binding.user);
        write_field("uses port", binding.uses_port);
        write_field("provider", component.instance);
        write_field("provides port", binding.provides_port);
        output_.write("}");
    }

    void write_field(std::string_view key, std::string_view value) {
        output_.print(",\"{}\":", key);
        append_json_string(output_.buffer(), value);
    }

    void write_row(std::size_t i) {
        const auto& node = graph_.nodes[rows_[i].node];
        output_.print("{}\n{{\"node\":{},\"rank\":0,\"name\":", i == 0 ? "" : ",", i);
        append_json_string(output_.buffer(), graph_.component(node).name);
        const Statistics& s = node.statistics;
        output_.print(",\"calls\":{}", s.calls);
        for (const auto& [key, value] :
             {std::pair{"time", s.exclusive_us}, std::pair{"time (inc)", s.inclusive_us},
              std::pair{"communication", s.communication_us},
              std::pair{"computation", s.computation_us}, std::pair{"min", s.min_us},
              std::pair{"max", s.max_us}, std::pair{"mean", s.mean_us},
              std::pair{"stddev", s.stddev_us}}) {
            output_.print(",\"{}\":", key);
            append_json_number(output_.buffer(), value);
        }
        if (graph_.knows_mpi_calls) {
            output_.print(",\"mpi calls\":{}", s.mpi_calls);
        }
        write_counted(s);
        output_.write("}");
    }

    void write_counter_names(const char* suffix) {
        for (const auto& counter : graph_.counters) {
            output_.write(",");
            append_json_string(output_.buffer(), counter.name + suffix);
        }
    }

    void write_counted(const Statistics& statistics) {
        for (std::size_t i = 0; i < statistics.counted.size(); ++i) {
            const auto& name = graph_.counters[i].name;
            const auto& sums = statistics.counted[i];
            for (const auto& [key, value] :
                 {std::pair{name, sums.exclusive}, std::pair{name + " (inc)", sums.inclusive}}) {
                output_.write(",");
                append_json_string(output_.buffer(), key);
                output_.write(":");
                append_json_number(output_.buffer(), value);
            }
        }
    }

    void write_counters() {
        if (graph_.counters.empty()) {
            return;
        }
        output_.write(",\n\"counters\":[");
        for (std::size_t i = 0; i < graph_.counters.size(); ++i) {
            output_.write(i == 0 ? "{\"name\":" : ",{\"name\":");
            append_json_string(output_.buffer(), graph_.counters[i].name);
            write_field("unit", graph_.counters[i].is_time ? "us" : "count");
            output_.write("}");
        }
        output_.write("]");
    }

    /// Follows the rows.
    void write_bins() {
        if (graph_.bins.empty()) {
            return;
        }
        std::vector<std::size_t> row_of(graph_.nodes.size(), rows_.size());
        for (std::size_t i = 0; i < rows_.size(); ++i) {
            row_of[rows_[i].node] = i;
        }
        output_.write("],\n\"bins\":[");
        bool first = true;
        for (const auto& bin : graph_.bins) {
            if (row_of[bin.node] < rows_.size()) {
                output_.write(first ? "\n" : ",\n");
                write_bin(row_of[bin.node], bin);
                first = false;
            }
        }
    }

    void write_bin(std::size_t row, const rundir::NodeBin& bin) {
        constexpr double us = 1e-3; // in nanoseconds
        output_.print("{{\"node\":{},\"parameter\":", row);
        if (bin.parameter.empty()) {
            output_.write("null");
        } else {
            append_json_string(output_.buffer(), bin.parameter);
            write_field("type", rundir::parameter_type_names[static_cast<std::size_t>(bin.type)]);
        }
        const auto& d = bin.durations;
        output_.print(",\"bin\":{},\"calls\":{}", bin.bin, d.calls());
        for (const auto& [key, value] :
             {std::pair{"sum", d.total_ns() * us},
              std::pair{"sum of squares", d.sum_of_squares_ns2() * us * us},
              std::pair{"min", d.min_ns() * us}, std::pair{"max", d.max_ns() * us}}) {
            output_.print(",\"{}\":", key);
            append_json_number(output_.buffer(), value);
        }
        output_.write("}");
    }

    const CallGraph& graph_;
    std::vector<TreeRow> rows_;
    Output& output_;
    std::vector<std::vector<std::size_t>> children_; ///< of each row, as row numbers
};

} // namespace

void write_hatchet(const CallGraph& graph, const TreeFilter& filter, Output& output,
                   std::string_view run_file) {
    HatchetWriter(graph, filter, output).write(run_file);
}

} // namespace proxima::cli
