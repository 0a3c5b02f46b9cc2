#include "exchange/writers.hpp"
#include "text/json_text.hpp"

#include <proxima/base/openmetrics.hpp>

#include <fmt/format.h>

namespace proxima::exchange {
namespace {

using rundir::CallGraph;
using rundir::Statistics;

// `1738324800.500`: when the run ended, if that is known; else nothing.
std::string time_stamp(const rundir::RunInfo& info) {
    const auto start_ns = static_cast<double>(info.clock.start.realtime_ns);
    return start_ns > 0 ? fmt::format("{:.3f}", start_ns * 1e-9 + info.duration_us * 1e-6) : "";
}

class OpenMetricsWriter {
public:
    OpenMetricsWriter(const CallGraph& graph, const rundir::RunInfo& info, text::Output& output)
        : graph_(graph), info_(info), output_(output), time_(time_stamp(info)) {}

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
        output_.write(page_.end());
    }

private:
    void write_run() {
        page_.family("proxima_run", Type::info, "", "the measured run");
        page_.sample(
            base::openmetrics_labels(
                {{"command", text::utf8_text(fmt::format("{}", fmt::join(info_.command, " ")))},
                 {"host", text::utf8_text(info_.host)},
                 {"start", text::utf8_text(info_.start)}}),
            1, time_);
        page_.family("proxima_run_duration_seconds", Type::gauge, "seconds", "duration of the run");
        page_.sample("", info_.duration_us * 1e-6, time_);
    }

    template <typename Value>
    void family(const char* name, const char* unit, const char* help, Value value) {
        page_.family(name, Type::counter, unit, help);
        each_row([&](const std::string& labels, const Statistics& statistics) {
            page_.sample(labels, value(statistics), time_);
        });
    }

    void write_counters() {
        if (graph_.counters.empty()) {
            return;
        }
        page_.family("proxima_counter", Type::counter, "",
                     "what counters have counted, with all that was called; times in seconds");
        each_row([&](const std::string& labels, const Statistics& statistics) {
            for (std::size_t i = 0; i < statistics.counted.size(); ++i) {
                const auto& counter = graph_.counters[i];
                page_.sample(
                    labels + ',' +
                        base::openmetrics_labels({{"counter", text::utf8_text(counter.name)}}),
                    statistics.counted[i].inclusive * (counter.is_time ? 1e-6 : 1), time_);
            }
        });
    }

    // Writes a sample for each node and each rank, or thread, that called it.
    template <typename Write>
    void each_row(Write write) {
        const auto write_row = [&](const std::string& labels, const rundir::RunPart& part,
                                   const Statistics& statistics) {
            write(labels + ',' + labels_of(part), statistics);
            output_.write(page_.take());
        };
        CallPathText paths;
        auto row = graph_.rows.begin();
        for (std::size_t node = 0; node < graph_.nodes.size(); ++node) {
            const auto& one = graph_.nodes[node];
            const auto labels = labels_of(
                node, paths.next(one.depth, text::clean_text(graph_.component(one).name)));
            for (; row != graph_.rows.end() && row->node == node; ++row) {
                write_row(labels, graph_.parts[row->part], row->statistics);
            }
            if (graph_.rows.empty()) {
                write_row(labels, graph_.parts.empty() ? rundir::RunPart() : graph_.parts.front(),
                          graph_.nodes[node].statistics);
            }
        }
    }

    std::string labels_of(std::size_t node, const std::string& path) const {
        const auto& component = graph_.component(graph_.nodes[node]);
        return base::openmetrics_labels({{"node", std::to_string(node)},
                                         {"callpath", path},
                                         {"instance", text::utf8_text(component.instance)},
                                         {"port", text::utf8_text(component.port)},
                                         {"method", text::utf8_text(component.method)}});
    }

    static std::string labels_of(const rundir::RunPart& part) {
        auto labels = base::openmetrics_labels(
            {{"rank", part.rank < 0 ? "others" : std::to_string(part.rank)}});
        if (part.thread) {
            labels += ',' + base::openmetrics_labels({{"thread", std::to_string(*part.thread)}});
        }
        return labels;
    }

    using Type = base::OpenMetrics::Type;

    const CallGraph& graph_;
    const rundir::RunInfo& info_;
    text::Output& output_;
    base::OpenMetrics page_;
    std::string time_;
};

} // namespace

void write_openmetrics(const CallGraph& graph, const rundir::RunInfo& info, text::Output& output) {
    OpenMetricsWriter(graph, info, output).write();
}

} // namespace proxima::exchange
