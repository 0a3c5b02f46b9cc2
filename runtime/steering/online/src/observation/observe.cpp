// Sums up the call trees of running threads by method, instance and bin.
#include <proxima/detail/run_facts.hpp>
#include <proxima/detail/snapshot.hpp>
#include <proxima/online/observation.hpp>

#include <algorithm>
#include <atomic>
#include <chrono>

namespace proxima::online {
namespace {

using detail::SnapshotNode;
using Clock = std::chrono::steady_clock;

const Clock::time_point loaded = Clock::now();

// Returns the same factor at all times, once it is well known; otherwise totals would change by
// themselves.
double microseconds_per_tick() {
    static std::atomic<double> well_known{0};
    if (const double known = well_known; known != 0) {
        return known;
    }
    const detail::RunFacts facts = detail::run_facts();
    const double microseconds = facts.nanoseconds_per_tick * 1e-3;
    if (facts.measuring && Clock::now() - loaded > std::chrono::milliseconds(20)) {
        well_known = microseconds;
    }
    return microseconds;
}

bool is_same_method(const SnapshotNode& a, const SnapshotNode& b) {
    return *a.names.method == *b.names.method && *a.names.instance == *b.names.instance &&
           *a.names.port == *b.names.port && *a.names.user == *b.names.user &&
           *a.names.uses_port == *b.names.uses_port;
}

bool is_same_instance(const SnapshotNode& a, const SnapshotNode& b) {
    return *a.names.instance == *b.names.instance;
}

template <typename Same>
bool is_outermost(const std::vector<SnapshotNode>& nodes, std::size_t node, Same same) {
    for (std::size_t caller = nodes[node].parent; caller != 0; caller = nodes[caller].parent) {
        if (same(nodes[caller], nodes[node])) {
            return false;
        }
    }
    return true;
}

Totals totals_of(const format::TickStatistics& ended, double microseconds) {
    Totals totals;
    if (ended.calls != 0) {
        totals.calls = ended.calls;
        totals.sum_us = static_cast<double>(ended.sum) * microseconds;
        totals.squares_us2 = static_cast<double>(ended.squares) * microseconds * microseconds;
        totals.min_us = static_cast<double>(ended.minimum) * microseconds;
        totals.max_us = static_cast<double>(ended.maximum) * microseconds;
    }
    return totals;
}

// Adds up measurements of threads.
class Sum {
public:
    explicit Sum(double microseconds) : microseconds_(microseconds) {}

    void add_methods(const detail::ThreadSnapshot& thread, Observation& to) const {
        for (std::size_t i = 1; i < thread.nodes.size(); ++i) {
            const SnapshotNode& node = thread.nodes[i];
            if (node.values) { // an event, which has no time
                continue;
            }
            const MeasuredMethod method = method_of(node);
            Totals& totals = to.methods[method];
            totals += totals_of(node.ended, microseconds_);
            add_times(node, is_outermost(thread.nodes, i, is_same_method), totals);
            for (const detail::SnapshotBin& bin : node.bins) {
                Totals in_bin = totals_of(bin.ended, microseconds_);
                in_bin.inclusive_us = in_bin.sum_us;
                in_bin.communication_us =
                    static_cast<double>(bin.ended.communication) * microseconds_;
                to.bins[method][bin.number] += in_bin;
            }
        }
    }

    void add_instances(const detail::ThreadSnapshot& thread, NamedTotals& to) const {
        for (std::size_t i = 1; i < thread.nodes.size(); ++i) {
            const SnapshotNode& node = thread.nodes[i];
            if (node.values) {
                continue;
            }
            Totals& totals = to[*node.names.instance];
            const bool outermost = is_outermost(thread.nodes, i, is_same_instance);
            if (outermost) {
                totals += totals_of(node.ended, microseconds_);
            }
            add_times(node, outermost, totals);
        }
    }

private:
    static MeasuredMethod method_of(const SnapshotNode& node) {
        return {*node.names.instance, *node.names.method, *node.names.port, *node.names.user,
                *node.names.uses_port};
    }

    void add_times(const SnapshotNode& node, bool outermost, Totals& to) const {
        to.exclusive_us += static_cast<double>(node.exclusive) * microseconds_;
        if (outermost) {
            to.inclusive_us += static_cast<double>(node.inclusive) * microseconds_;
            to.communication_us += static_cast<double>(node.communication) * microseconds_;
        }
    }

    double microseconds_;
};

void add_routines(double microseconds, NamedTotals& to) {
    for (const detail::RoutineTotal& routine : detail::routine_totals()) {
        Totals& totals = to[routine.name];
        totals.calls = routine.calls;
        totals.inclusive_us = totals.exclusive_us = totals.communication_us = totals.sum_us =
            static_cast<double>(routine.ticks) * microseconds;
    }
}

Observation sum_of(const std::vector<detail::ThreadSnapshot>& threads) {
    const double microseconds = microseconds_per_tick();
    const Sum sum(microseconds);
    Observation now;
    for (const detail::ThreadSnapshot& thread : threads) {
        ++now.threads;
        sum.add_methods(thread, now);
        sum.add_instances(thread, now.instances);
    }
    add_routines(microseconds, now.routines);
    now.duration_us = std::chrono::duration<double, std::micro>(Clock::now() - loaded).count();
    return now;
}

} // namespace

Observation observe() {
    return sum_of(detail::snapshot());
}

NamedTotals observe_instances() {
    const Sum sum(microseconds_per_tick());
    NamedTotals instances;
    for (const detail::ThreadSnapshot& thread : detail::snapshot()) {
        sum.add_instances(thread, instances);
    }
    return instances;
}

std::shared_ptr<const Observation> Observer::observe() {
    constexpr std::chrono::nanoseconds cost_of_one{30}; // for the thread, per invocation read
    constexpr int most_share = 300; // reading costs a thread at most one part in 300 of its time
    const std::lock_guard lock(mutex_);
    if (last_ == nullptr || Clock::now() >= next_) {
        const auto threads = detail::snapshot();
        std::uint64_t most = 0;
        for (const detail::ThreadSnapshot& thread : threads) {
            most = std::max(most, thread.fresh);
        }
        next_ = Clock::now() + cost_of_one * static_cast<std::int64_t>(most) * most_share;
        last_ = std::make_shared<const Observation>(sum_of(threads));
    }
    return last_;
}

} // namespace proxima::online
