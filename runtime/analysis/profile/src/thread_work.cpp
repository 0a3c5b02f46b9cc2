#include <proxima/profile/thread_work.hpp>
#include <proxima/rundir/call_graph_index.hpp>

#include <algorithm>
#include <map>
#include <utility>

namespace proxima::profile {
namespace {

constexpr double us = 1e-3; // microseconds in a nanosecond

struct PathSums {
    std::uint64_t calls = 0;
    double duration_ns = 0;
    double communication_ns = 0;
};

// Adds the life of another thread.
void merge_life(ThreadWork& sum, const ThreadWork& more) {
    const auto added = [](std::optional<double> left, std::optional<double> right) {
        return left && right ? std::optional(*left + *right) : std::nullopt;
    };
    sum.begin_us = std::min(sum.begin_us, more.begin_us);
    sum.end_us = std::max(sum.end_us, more.end_us);
    sum.life_us += more.life_us;
    sum.knows_life = sum.knows_life && more.knows_life;
    sum.running_us = added(sum.running_us, more.running_us);
    sum.waiting_us = added(sum.waiting_us, more.waiting_us);
    sum.threads += more.threads;
}

class ThreadWorkCollector : public rundir::RecordVisitor {
public:
    explicit ThreadWorkCollector(const rundir::CallGraph& graph) : index_(graph) {}

    void begin_thread(const rundir::Thread&) override {
        nodes_.clear();
        sums_.clear();
        first_of_buffer_ = threads_.size();
        is_open_ = false;
    }

    void records(const rundir::Thread& thread, const rundir::Record* first,
                 std::size_t count) override {
        follow(thread);
        auto& work = threads_.back();
        for (const auto* record = first; record != first + count; ++record) {
            auto& sums = sums_[record->call_path];
            ++sums.calls;
            sums.duration_ns += record->duration_ns;
            sums.communication_ns += record->communication_ns;
            work.begin_us = std::min(work.begin_us, record->start_ns * us);
            work.end_us = std::max(work.end_us, record->end_ns * us);
        }
    }

    void thread_life(const rundir::Thread& thread, const rundir::RecordedLife& life) override {
        follow(thread);
        auto& work = threads_.back();
        const auto in_us = [](std::optional<double> ns) {
            return ns ? std::optional(*ns * us) : std::nullopt;
        };
        work.name = life.name;
        work.creator = life.creator;
        work.knows_life = true;
        work.begin_us = life.begin_ns * us;
        work.end_us = std::max(work.begin_us, life.end_ns * us);
        work.running_us = in_us(life.running_ns);
        work.waiting_us = in_us(life.waiting_ns);
    }

    // Statistics cover all invocations of the buffer, so they replace the records of its threads.
    void statistics(const rundir::Thread& thread, const rundir::BinStatistics* first,
                    std::size_t count) override {
        follow(thread);
        close();
        auto& all = threads_[first_of_buffer_];
        for (auto i = first_of_buffer_ + 1; i < threads_.size(); ++i) {
            merge_life(all, threads_[i]);
        }
        threads_.resize(first_of_buffer_ + 1);
        all.nodes.clear();
        all.calls = 0;
        all.measured_us = all.communication_us = 0;
        sums_.assign(thread.call_paths.size(), {});
        for (const auto* bin = first; bin != first + count; ++bin) {
            auto& sums = sums_[bin->call_path];
            sums.calls += bin->durations.calls();
            sums.duration_ns += bin->durations.total_ns();
            sums.communication_ns += bin->communication_ns;
        }
        add_sums(thread);
    }

    void end_thread(const rundir::Thread& thread) override {
        if (is_open_) {
            index_.follow(thread, nodes_);
            sums_.resize(nodes_.size());
            add_sums(thread);
            close();
        }
    }

    std::vector<ThreadWork> take() {
        threads_.erase(std::remove_if(threads_.begin(), threads_.end(),
                                      [](const ThreadWork& work) { return work.calls == 0; }),
                       threads_.end());
        std::sort(threads_.begin(), threads_.end(), [](const auto& left, const auto& right) {
            return std::pair(left.rank, left.thread) < std::pair(right.rank, right.thread);
        });
        return std::move(threads_);
    }

private:
    // Begins another thread where one has taken over the buffer.
    void follow(const rundir::Thread& thread) {
        if (is_open_ && threads_.back().thread != thread.number) {
            add_sums(thread);
            close();
        }
        index_.follow(thread, nodes_);
        sums_.resize(nodes_.size());
        if (!is_open_) {
            ThreadWork work;
            work.rank = thread.rank;
            work.thread = thread.number;
            work.system_id = thread.system_id;
            work.begin_us = 1e300;
            threads_.push_back(work);
            is_open_ = true;
        }
    }

    void close() {
        auto& work = threads_.back();
        work.begin_us = std::min(work.begin_us, work.end_us);
        work.life_us = work.end_us - work.begin_us;
        is_open_ = false;
    }

    // Moves the sums of paths to the thread, from the leaves up: callees can take longer than a
    // caller that was still open at the end.
    void add_sums(const rundir::Thread& thread) {
        auto& work = threads_.back();
        std::vector<PathSums> of_callees(sums_.size());
        std::map<std::size_t, NodeWork> nodes;
        for (auto path = sums_.size(); path-- > 0;) {
            const auto& callees = of_callees[path];
            auto sums = std::exchange(sums_[path], {});
            sums.duration_ns = std::max(sums.duration_ns, callees.duration_ns);
            sums.communication_ns = std::max(sums.communication_ns, callees.communication_ns);
            work.calls += sums.calls;
            if (const auto caller = thread.containing(path);
                caller != rundir::CallPath::no_parent) {
                of_callees[caller].duration_ns += sums.duration_ns;
                of_callees[caller].communication_ns += sums.communication_ns;
            } else {
                work.measured_us += sums.duration_ns * us;
                work.communication_us += sums.communication_ns * us;
            }
            if (nodes_[path] == rundir::Node::no_parent ||
                (sums.calls == 0 && sums.duration_ns == 0)) {
                continue;
            }
            auto& node = nodes[nodes_[path]];
            const double own_us = (sums.duration_ns - callees.duration_ns) * us;
            node.node = nodes_[path];
            node.calls += sums.calls;
            node.inclusive_us += sums.duration_ns * us;
            node.exclusive_us += own_us;
            node.communication_us += sums.communication_ns * us;
            node.computed_us += own_us - (sums.communication_ns - callees.communication_ns) * us;
        }
        for (const auto& [number, node] : nodes) {
            work.nodes.push_back(node);
        }
    }

    rundir::CallGraphIndex index_;
    std::vector<std::size_t> nodes_; // nodes of the buffer's call paths
    std::vector<PathSums> sums_;     // of the thread that has the buffer
    std::vector<ThreadWork> threads_;
    std::size_t first_of_buffer_ = 0;
    bool is_open_ = false; // the last thread may have more records
};

} // namespace

std::vector<ThreadWork> read_thread_work(const rundir::RunDirectory& run,
                                         const rundir::CallGraph& graph,
                                         rundir::ReadOutcome& outcome) {
    ThreadWorkCollector collector(graph);
    outcome = rundir::read_records(run, collector);
    return collector.take();
}

} // namespace proxima::profile
