#include "report/report_json.hpp"

#include "report/run_facts.hpp"
#include "text/json_text.hpp"

#include <string_view>
#include <utility>

namespace proxima::cli {
namespace {

using rundir::CallGraph;
using rundir::RunInfo;

class ReportJsonWriter {
public:
    ReportJsonWriter(const Report& report, Output& output)
        : graph_(report.graph), added_(report.added), uncertain_(report.uncertain),
          parameters_(report.parameters), bins_(report.bins), output_(output),
          total_us_(report.graph.total_us()), mpi_calls_(report.graph.inclusive_mpi_calls()) {}

    void write(const std::optional<RunInfo>& info, const std::optional<rundir::MpiUse>& mpi,
               const TreeFilter& filter) {
        output_.print("{{\"format\":1,\"run\":{{\"complete\":{}", graph_.complete);
        if (info) {
            write_run(*info);
            write_overhead("overhead", whole_overhead(*info, graph_, mpi, call_cost(*info)));
            write_overhead("least_overhead",
                           whole_overhead(*info, graph_, mpi, least_call_cost(*info)));
            write_overhead("most_overhead",
                           whole_overhead(*info, graph_, mpi, most_call_cost(*info)));
            write_mpi_overhead(mpi_perturbation(*info, mpi));
        }
        number("total_us", total_us_);
        output_.write("},\n\"nodes\":[");
        bool first = true;
        for (const auto& row : tree_rows(graph_, filter)) {
            output_.write(first ? "\n" : ",\n");
            write_node(row);
            first = false;
        }
        output_.write("]");
        if (mpi) {
            output_.write(",\n\"mpi\":");
            output_.write(mpi->json);
        }
        output_.write("}\n");
    }

private:
    void write_run(const RunInfo& info) {
        output_.write(",\"command\":[");
        for (std::size_t i = 0; i < info.command.size(); ++i) {
            output_.write(i == 0 ? "" : ",");
            append_json_string(output_.buffer(), info.command[i]);
        }
        output_.write("]");
        text("directory", info.directory);
        text("host", info.host);
        text("start", info.start);
        text("clock", info.clock.name);
        number("duration_us", info.duration_us);
        output_.print(
            ",\"ranks\":{},\"threads\":{},\"invocations\":{},\"records\":{},\"record_bytes\":{}",
            info.ranks, info.threads, info.invocations, info.records, info.record_bytes);
        output_.print(",\"lost_invocations\":{}", info.losses.invocations);
        number("call_cost_ns", info.recorded_call_ns);
        number("overlapped_call_cost_ns", info.overlapped_call_ns);
        number("counters_cost_ns", counters_of_one_call_ns(info));
    }

    void write_overhead(const std::string& name, const Overhead& overhead) {
        number(name + "_us", overhead.us);
        number(name + "_share", overhead.share);
    }

    void write_mpi_overhead(const std::optional<MpiPerturbation>& added) {
        if (added) {
            number("mpi_call_cost_ns", added->call_us * 1000);
            output_.print(",\"mpi_calls\":{}", added->calls);
            number("mpi_overhead_us", added->total_us);
            number("mpi_overhead_share", added->share);
        }
    }

    void write_node(const TreeRow& row) {
        const auto& node = graph_.nodes[row.node];
        const auto& component = graph_.component(node);
        const auto& times = node.statistics;
        output_.print("{{\"id\":{},\"parent\":", row.node);
        if (node.parent == rundir::Node::no_parent) {
            output_.write("null");
        } else {
            output_.print("{}", node.parent);
        }
        output_.print(",\"depth\":{}", row.depth);
        text("name", component.name);
        text("instance", component.instance);
        write_binding(component);
        text("port", component.port);
        text("method", component.method);
        text("signature", component.signature);
        output_.print(",\"calls\":{}", times.calls);
        number("inclusive_us", times.inclusive_us);
        number("exclusive_us", times.exclusive_us);
        number("share", total_us_ > 0 ? times.inclusive_us / total_us_ : 0);
        number("communication_us", times.communication_us);
        number("computation_us", times.computation_us);
        number("min_us", times.min_us);
        number("mean_us", times.mean_us);
        number("max_us", times.max_us);
        number("stddev_us", times.stddev_us);
        number("added_us", added_[row.node].inclusive_us);
        number("added_exclusive_us", added_[row.node].exclusive_us);
        number("added_communication_us", added_[row.node].communication_us);
        number("uncertain_us", uncertain_[row.node].inclusive_us);
        number("uncertain_exclusive_us", uncertain_[row.node].exclusive_us);
        number("uncertain_communication_us", uncertain_[row.node].communication_us);
        write_mpi_calls(row.node);
        write_counters(times);
        write_parameters(row.node);
        write_bins(row.node);
        output_.write("}");
    }

    void write_binding(const rundir::Component& component) {
        const auto& binding = component.binding;
        if (binding.empty()) {
            return;
        }
        output_.write(",\"binding\":{\"user\":");
        append_json_string(output_.buffer(), binding.user);
        text("uses_port", binding.uses_port);
        text("provider", component.instance);
        text("provides_port", binding.provides_port);
        output_.write("}");
    }

    void write_mpi_calls(std::size_t node) {
        if (graph_.knows_mpi_calls) {
            output_.print(",\"inclusive_mpi_calls\":{},\"exclusive_mpi_calls\":{}",
                          mpi_calls_[node], graph_.nodes[node].statistics.mpi_calls);
        } else {
            output_.write(",\"inclusive_mpi_calls\":null,\"exclusive_mpi_calls\":null");
        }
    }

    void write_counters(const rundir::Statistics& statistics) {
        output_.write(",\"counters\":[");
        for (std::size_t i = 0; i < statistics.counted.size(); ++i) {
            output_.write(i == 0 ? "{\"name\":" : ",{\"name\":");
            append_json_string(output_.buffer(), graph_.counters[i].name);
            text("unit", graph_.counters[i].is_time ? "us" : "count");
            number("inclusive", statistics.counted[i].inclusive);
            number("exclusive", statistics.counted[i].exclusive);
            output_.write("}");
        }
        output_.write("]");
    }

    void write_parameters(std::size_t node) {
        output_.write(",\"parameters\":[");
        if (node < parameters_.size()) {
            bool first = true;
            for (const auto& summary : parameters_[node]) {
                output_.write(first ? "{" : ",{");
                write_parameter(summary);
                first = false;
            }
        }
        output_.write("]");
    }

    void write_bins(std::size_t node) {
        if (bins_[node].empty()) {
            return;
        }
        output_.write(",\"bins\":[");
        bool first = true;
        for (const auto& bin : bins_[node]) {
            output_.print("{}{{\"calls\":{}", first ? "" : ",", bin.durations.calls());
            first = false;
            text("parameter", bin.parameter);
            text("values", bin.values);
            number("sum_us", bin.durations.total_ns() / 1e3);
            number("sum_of_squares_us2", bin.durations.sum_of_squares_ns2() / 1e6);
            number("min_us", bin.durations.min_ns() / 1e3);
            number("max_us", bin.durations.max_ns() / 1e3);
            output_.write("}");
        }
        output_.write("]");
    }

    void write_parameter(const ParameterSummary& summary) {
        output_.write("\"name\":");
        append_json_string(output_.buffer(), summary.parameter().name);
        text("type", summary.parameter().type_name);
        output_.print(",\"count\":{}", summary.count());
        if (summary.has_range()) {
            output_.print(",\"min\":{},\"max\":{}", summary.minimum(), summary.maximum());
            number("mean", summary.mean());
        }
        const auto values = summary.values();
        if (!values.empty()) {
            output_.write(",\"values\":[");
            for (std::size_t i = 0; i < values.size(); ++i) {
                output_.print("{}{{\"value\":{},\"count\":{}}}", i == 0 ? "" : ",", values[i].json,
                              values[i].count);
            }
            output_.write("]");
        }
        output_.write("}");
    }

    void text(std::string_view key, std::string_view value) {
        output_.print(",\"{}\":", key);
        append_json_string(output_.buffer(), value);
    }

    void number(std::string_view key, double value) {
        output_.print(",\"{}\":", key);
        append_json_number(output_.buffer(), value);
    }

    const CallGraph& graph_;
    const std::vector<Perturbation>& added_;
    const std::vector<Perturbation>& uncertain_;
    const NodeParameters& parameters_;
    const NodeBins& bins_;
    Output& output_;
    double total_us_;
    std::vector<std::uint64_t> mpi_calls_; ///< of each node and those below it
};

} // namespace

void write_report_json(const Report& report, const TreeFilter& filter, Output& output) {
    ReportJsonWriter(report, output).write(report.info, report.mpi, filter);
}

} // namespace proxima::cli
