#include <proxima/profile/own_times.hpp>
#include <proxima/rundir/call_graph_index.hpp>

#include <algorithm>

namespace proxima::profile {
namespace {

// Time by intervals: an addition costs the same however many intervals it covers.
class TimeLine {
public:
    explicit TimeLine(const std::vector<double>& edges)
        : edges_(&edges), parts_(edges.size()), whole_(edges.size() + 1) {}

    void add(double from, double to, double sign) {
        from = std::max(from, edges_->front());
        to = std::min(to, edges_->back());
        if (to <= from) {
            return;
        }
        const auto first = interval_of(from);
        const auto last = interval_of(to);
        parts_[first] += sign * (std::min(to, (*edges_)[first + 1]) - from);
        if (last > first) {
            parts_[last] += sign * (to - (*edges_)[last]);
            whole_[first + 1] += sign;
            whole_[last] -= sign;
        }
    }

    // Returns the time in each interval, at least 0: callees are subtracted also from a caller that
    // was still open at the end and therefore has no record.
    std::vector<double> times() const {
        std::vector<double> made;
        double open = 0;
        for (std::size_t i = 0; i + 1 < edges_->size(); ++i) {
            open += whole_[i];
            made.push_back(std::max(parts_[i] + open * ((*edges_)[i + 1] - (*edges_)[i]), 0.0));
        }
        return made;
    }

private:
    std::size_t interval_of(double moment) const {
        const auto after = std::upper_bound(edges_->begin(), edges_->end(), moment);
        return static_cast<std::size_t>(after - edges_->begin()) - 1;
    }

    const std::vector<double>* edges_;
    std::vector<double> parts_; // times in intervals that are covered in part
    std::vector<double> whole_; // at each interval: change in the number of calls that cover it
};

// Adds each invocation to its method and subtracts it from its caller.
class OwnTimeCollector : public rundir::RecordVisitor {
public:
    OwnTimeCollector(const rundir::CallGraph& graph, const std::vector<double>& edges,
                     const rundir::ProgressListener& progress)
        : graph_(graph), index_(graph), methods_(graph), progress_(progress) {
        const auto count = methods_.components.size();
        lines_.assign(count, TimeLine(edges));
        made_.total.resize(count);
        made_.communication.resize(count);
    }

    void begin_thread(const rundir::Thread&) override { nodes_.clear(); }

    void records(const rundir::Thread& thread, const rundir::Record* first,
                 std::size_t count) override {
        index_.follow(thread, nodes_);
        for (const auto* record = first; record != first + count; ++record) {
            add(record->call_path, *record, 1);
            const auto caller = thread.containing(record->call_path);
            if (caller != rundir::CallPath::no_parent) {
                add(caller, *record, -1);
            }
            made_.run_end = std::max(made_.run_end, record->end_ns * ns);
        }
    }

    void progress(std::uint64_t bytes_read, std::uint64_t bytes_total) override {
        if (progress_) {
            progress_(bytes_read, bytes_total);
        }
    }

    OwnTimes take() {
        for (const auto& line : lines_) {
            made_.in_intervals.push_back(line.times());
        }
        return std::move(made_);
    }

private:
    static constexpr double ns = 1e-9;

    void add(std::size_t call_path, const rundir::Record& record, double sign) {
        const auto node = nodes_[call_path];
        if (node == rundir::Node::no_parent) { // a damaged run: the graph does not have it
            return;
        }
        const auto method = methods_.of_component[graph_.nodes[node].component];
        lines_[method].add(record.start_ns * ns, record.end_ns * ns, sign);
        made_.total[method] += sign * record.duration_ns * ns;
        made_.communication[method] += sign * record.communication_ns * ns;
    }

    const rundir::CallGraph& graph_;
    rundir::CallGraphIndex index_;
    rundir::MethodNumbers methods_;
    std::vector<TimeLine> lines_;    // time lines of methods
    std::vector<std::size_t> nodes_; // nodes of the thread's call paths
    OwnTimes made_;
    const rundir::ProgressListener& progress_;
};

} // namespace

bool OwnTimes::knows_communication() const {
    return std::any_of(communication.begin(), communication.end(),
                       [](double seconds) { return seconds > 0; });
}

OwnTimes read_own_times(const rundir::RunDirectory& run, const rundir::CallGraph& graph,
                        const std::vector<double>& edges, rundir::ReadOutcome& outcome,
                        const rundir::ProgressListener& progress) {
    OwnTimeCollector collector(graph, edges, progress);
    outcome = rundir::read_records(run, collector);
    return collector.take();
}

} // namespace proxima::profile
