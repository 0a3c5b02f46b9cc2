#include "exchange/writers.hpp"

#include <fmt/format.h>

#include <ctime>

namespace proxima::exchange {
namespace {

using rundir::CallGraph;
using rundir::Statistics;

std::string label_value(std::string_view text) {
    std::string escaped;
    for (const char c : text::clean_text(text)) {
        escaped += c == '\\' || c == '"' ? std::string{'\\', c} : std::string(1, c);
    }
    return escaped;
}

// ` 1738324800.5`: when the run ended, if that is known; else nothing.
std::string time_stamp(const rundir::RunInfo& info) {
    std::tm parts{};
    double seconds = 0;
    if (std::sscanf(info.start.c_str(), "%d-%d-%dT%d:%d:%lf", &parts.tm_year, &parts.tm_mon,
                    &parts.tm_mday, &parts.tm_hour, &parts.tm_min, &seconds) != 6) {
        return {};
    }
    parts.tm_year -= 1900;
    parts.tm_mon -= 1;
    const auto start = static_cast<double>(::timegm(&parts)) + seconds;
    return fmt::format(" {:.3f}", start + info.duration_us / 1e6);
}

class OpenMetricsWriter {
public:
    OpenMetricsWriter(const CallGraph& graph, const rundir::RunInfo& info, text::Output& output)
        : graph_(graph), info_(info), output_(output), time_(time_stamp(info)) {
        std::string path;
        std::vector<std::size_t> ends;
        for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
            const auto& node = graph.nodes[i];
            const auto& component = graph.component(node);
            ends.resize(node.depth);
            path.resize(node.depth == 0 ? 0 : ends.back());
            path += (node.depth == 0 ? "" : ";") + label_value(component.name);
            ends.push_back(path.size());
            labels_.push_back(
                fmt::format("node=\"{}\",callpath=\"{}\",instance=\"{}\",port=\"{}\",method=\"{}\"",
                            i, path, label_value(component.instance), label_value(component.port),
                            label_value(component.method)));
        }
    }

    void write() {
        write_run();
        family("proxima_calls", "", "invocations",
               [](const Statistics& s) { return static_cast<double>(s.calls); });
        family("proxima_inclusive_seconds", "seconds", "time with all that was called",
               [](const Statistics& s) { return s.inclusive_us * 1e-6; });
        family("proxima_exclusive_seconds", "seconds", "time without what was called",
               [](const Statistics& s) { return s.exclusive_us * 1e-6; });
        family("proxima_communication_seconds", "seconds", "time in MPI, in all that was called",
               [](const Statistics& s) { return s.communication_us * 1e-6; });
        write_counters();
        output_.write("# EOF\n");
    }

private:
    void write_run() {
        head("proxima_run", "info", "", "the measured run");
        output_.print("proxima_run_info{{command=\"{}\",host=\"{}\",start=\"{}\"}} "
                      "1{}\n",
                      label_value(fmt::format("{}", fmt::join(info_.command, " "))),
                      label_value(info_.host), label_value(info_.start), time_);
        head("proxima_run_duration_seconds", "gauge", "seconds", "duration of the run");
        output_.print("proxima_run_duration_seconds {}{}\n", info_.duration_us * 1e-6, time_);
    }

    void head(const char* name, const char* type, const char* unit, const char* help) {
        output_.print("# TYPE {} {}\n", name, type);
        if (*unit != '\0') {
            output_.print("# UNIT {} {}\n", name, unit);
        }
        output_.print("# HELP {} {}\n", name, help);
    }

    template <typename Value>
    void family(const char* name, const char* unit, const char* help, Value value) {
        head(name, "counter", unit, help);
        each_row([&](std::size_t node, const std::string& rank, const Statistics& statistics) {
            output_.print("{}_total{{{},rank=\"{}\"}} {}{}\n", name, labels_[node], rank,
                          value(statistics), time_);
        });
    }

    void write_counters() {
        if (graph_.counters.empty()) {
            return;
        }
        head("proxima_counter", "counter", "",
             "what counters have counted, with all that was called; times in seconds");
        each_row([&](std::size_t node, const std::string& rank, const Statistics& statistics) {
            for (std::size_t i = 0; i < statistics.counted.size(); ++i) {
                const auto& counter = graph_.counters[i];
                output_.print("proxima_counter_total{{{},rank=\"{}\",counter=\"{}\"}} {}{}\n",
                              labels_[node], rank, label_value(counter.name),
                              statistics.counted[i].inclusive * (counter.is_time ? 1e-6 : 1),
                              time_);
            }
        });
    }

    // A row for each node and rank that has called it.
    template <typename Write>
    void each_row(Write write) const {
        for (const auto& row : graph_.rows) {
            const auto rank = graph_.parts[row.part].rank;
            write(row.node, rank < 0 ? "others" : std::to_string(rank), row.statistics);
        }
        for (std::size_t node = 0; graph_.rows.empty() && node < graph_.nodes.size(); ++node) {
            const auto rank = graph_.parts.empty() ? 0 : graph_.parts.front().rank;
            write(node, std::to_string(rank), graph_.nodes[node].statistics);
        }
    }

    const CallGraph& graph_;
    const rundir::RunInfo& info_;
    text::Output& output_;
    std::string time_;
    std::vector<std::string> labels_; // of nodes
};

} // namespace

void write_openmetrics(const CallGraph& graph, const rundir::RunInfo& info, text::Output& output) {
    OpenMetricsWriter(graph, info, output).write();
}

} // namespace proxima::exchange
