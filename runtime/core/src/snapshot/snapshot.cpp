// What other threads have measured until now, while they go on. A reader holds the mutex of a
// thread's buffer: its tree stays as it is then, and its columns grow only.
#include "buffer/thread_state.hpp"
#include "run/run.hpp"

#include <proxima/detail/snapshot.hpp>

#include <algorithm>
#include <atomic>
#include <limits>
#include <sched.h>

namespace proxima::detail {

namespace {

struct OpenInvocation {
    std::uint32_t id;
    std::uint64_t start;
    std::uint64_t communication;
};

// The columns and the open invocations of one moment.
struct Moment {
    std::uint64_t count = 0;
    std::uint64_t now = 0;            // thread time, not later than the moment
    std::vector<OpenInvocation> open; // the innermost first
};

template <class Value>
Value load(const Value& shared) noexcept {
    return __atomic_load_n(&shared, __ATOMIC_ACQUIRE);
}

// The processor may read its counter after what follows otherwise.
void wait_for_loads() noexcept {
#if defined(__x86_64__)
    __builtin_ia32_lfence();
#endif
    std::atomic_thread_fence(std::memory_order_acquire);
}

std::vector<OpenInvocation> path_to(const Node* node) {
    std::vector<OpenInvocation> path;
    for (; node != node->parent; node = node->parent) {
        path.push_back({node->id, load(node->start), load(node->communication)});
    }
    return path;
}

// Nothing was entered or left while the path was read if it ends in the same node, and no more
// invocations have been completed. Where a thread does not stay for as long, or waits in a drain
// for the reader, the moment is the end of what was completed last, when its callers were open.
Moment moment_of(ThreadRecorder& recorder) {
    constexpr int attempts = 200;
    const ThreadBuffer& buffer = recorder.buffer();
    Moment moment;
    for (int i = 0; i < attempts; ++i) {
        moment.count = load(buffer.counters.count);
        const Node* const current = load(buffer.head.current);
        if (current != &buffer.busy) {
            const std::uint64_t overhead = load(buffer.head.overhead);
            moment.open = path_to(current);
            moment.now = recorder.clock().now() - overhead;
            wait_for_loads();
            if (load(buffer.head.current) == current && load(buffer.head.overhead) == overhead &&
                load(buffer.counters.count) == moment.count) {
                return moment;
            }
        } else if (i > attempts / 2) {
            sched_yield();
        }
    }
    moment.count = load(buffer.counters.count);
    moment.open.clear();
    if (moment.count != 0) {
        moment.now = buffer.end[moment.count];
        moment.open = path_to(recorder.tree().node(buffer.node[moment.count]).parent);
    }
    return moment;
}

SiteNames names_of(const SiteInfo* where) noexcept {
    if (where == nullptr) {
        return {};
    }
    return {&where->method->port,      where->instance,       &where->method->name,
            &where->method->signature, &where->binding->user, &where->binding->uses_port};
}

EndedCalls ended(const format::Statistics& statistics) noexcept {
    return {statistics.calls,   statistics.sum,     static_cast<double>(statistics.squares),
            statistics.minimum, statistics.maximum, statistics.communication};
}

void add(EndedCalls& to, std::uint64_t duration, std::uint64_t communication) noexcept {
    ++to.calls;
    to.sum += duration;
    to.squares += static_cast<double>(duration) * static_cast<double>(duration);
    to.minimum = std::min(to.minimum, duration);
    to.maximum = std::max(to.maximum, duration);
    to.communication += communication;
}

SnapshotNode node_of(const TreeNode& node, std::size_t counters) {
    SnapshotNode result;
    result.parent = node.parent->id;
    result.names = names_of(node.where);
    result.ended = ended(node.total());
    if (node.values != nullptr) {
        result.values = *node.values;
    }
    if (node.counters != nullptr) {
        result.counted.assign(node.counters->sum.begin(),
                              node.counters->sum.begin() + static_cast<std::ptrdiff_t>(counters));
    }
    if (node.bins != nullptr) {
        for (const Bin& bin : node.bins->all()) {
            result.bins.push_back({bin.key, ended(bin.statistics)});
        }
    }
    return result;
}

EndedCalls& bin_of(SnapshotNode& node, int number) {
    for (SnapshotBin& bin : node.bins) {
        if (bin.number == number) {
            return bin.ended;
        }
    }
    if (node.bins.size() + 1 >= Bins::most && number != format::other_values) {
        return bin_of(node, format::other_values);
    }
    return node.bins.emplace_back(SnapshotBin{number, {}}).ended;
}

// Invocations that wait in the columns.
void add_columns(ThreadRecorder& recorder, std::uint64_t count, std::vector<SnapshotNode>& nodes) {
    const ThreadBuffer& buffer = recorder.buffer();
    for (std::uint64_t i = 1; i <= count; ++i) {
        const std::uint64_t id = buffer.node[i];
        const std::uint64_t duration = buffer.end[i] - buffer.start[i];
        const std::uint64_t communication = buffer.communication[i];
        add(nodes[id].ended, duration, communication);
        const TreeNode& node = recorder.tree().node(id);
        if (node.bins != nullptr) {
            add(bin_of(nodes[id], node.bin_key(buffer.first_word[i])), duration, communication);
        }
    }
}

// Open invocations count until now, and have the communication of those inside of them.
void add_open(const Moment& moment, ThreadSnapshot& thread) {
    std::uint64_t communication = 0;
    for (const OpenInvocation& open : moment.open) {
        SnapshotNode& node = thread.nodes[open.id];
        communication += open.communication;
        ++node.calls;
        node.inclusive += moment.now > open.start ? moment.now - open.start : 0;
        node.communication += communication;
        thread.open_path.insert(thread.open_path.begin(), open.id);
    }
}

// A thread that is leaving an invocation the slow way has not been in it for as long as it seems,
// and for a moment it is neither open nor completed.
void keep_from_going_back(std::vector<Reported>& reported, std::vector<SnapshotNode>& nodes) {
    reported.resize(nodes.size());
    const auto keep = [](std::uint64_t& known, std::uint64_t& now) {
        known = now = std::max(known, now);
    };
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        keep(reported[i].calls, nodes[i].calls);
        keep(reported[i].inclusive, nodes[i].inclusive);
        keep(reported[i].communication, nodes[i].communication);
    }
}

void set_exclusive_times(std::vector<SnapshotNode>& nodes) noexcept {
    for (std::size_t i = nodes.size(); i-- > 1;) {
        SnapshotNode& node = nodes[i];
        node.inclusive =
            std::max(node.inclusive, node.exclusive); // what is inside of it, until now
        nodes[node.parent].exclusive += node.parent == 0 ? 0 : node.inclusive;
        node.exclusive = node.inclusive - node.exclusive;
    }
}

ThreadSnapshot read(ThreadRecorder& recorder) {
    const std::lock_guard lock(recorder.mutex());
    Tree& tree = recorder.tree();
    ThreadSnapshot result;
    result.number = recorder.number();
    result.nodes.reserve(tree.size());
    for (std::size_t id = 0; id < tree.size(); ++id) {
        result.nodes.push_back(node_of(tree.node(id), recorder.counters().count()));
    }
    const Moment moment = recorder.is_closed() ? Moment() : moment_of(recorder);
    add_columns(recorder, moment.count, result.nodes);
    for (SnapshotNode& node : result.nodes) {
        node.calls = node.ended.calls;
        node.inclusive = node.ended.sum;
        node.communication = node.ended.communication;
    }
    add_open(moment, result);
    keep_from_going_back(recorder.reported, result.nodes);
    set_exclusive_times(result.nodes);
    return result;
}

std::atomic<RoutineTotals> routines{nullptr};

std::map<std::int64_t, std::string> words_of(const ColumnInfo& column) {
    if (column.type == format::ColumnType::boolean) {
        return {{0, "false"}, {1, "true"}};
    }
    return {column.constants.begin(), column.constants.end()};
}

// The columns of a site's rows.
Rows described(const SiteRows& rows) {
    Rows result;
    result.names = names_of(rows.where);
    result.width = rows.width;
    for (const ColumnInfo& column : rows.where->method->columns) {
        if (column.type != format::ColumnType::text) {
            result.columns.push_back(column.name);
            result.words.push_back(words_of(column));
        }
    }
    return result;
}

} // namespace

std::vector<ThreadSnapshot> snapshot() {
    const SlowSection section;
    std::vector<ThreadSnapshot> threads;
    run().for_each_recorder([&](ThreadRecorder& recorder) { threads.push_back(read(recorder)); });
    return threads;
}

std::vector<CounterInfo> call_counters() {
    const SlowSection section;
    return run().counters();
}

void report_routines(RoutineTotals totals) noexcept {
    routines.store(totals, std::memory_order_release);
}

std::vector<RoutineTotal> routine_totals() {
    const SlowSection section;
    std::vector<RoutineTotal> totals;
    if (const RoutineTotals append = routines.load(std::memory_order_acquire)) {
        append(totals);
    }
    return totals;
}

// What has been completed before is not kept.
void keep_rows() {
    if (row_policy.all.load(std::memory_order_acquire)) {
        return;
    }
    const SlowSection section;
    run().for_each_recorder([](ThreadRecorder& recorder) {
        const std::lock_guard lock(recorder.mutex());
        const std::uint64_t count = load(recorder.buffer().counters.count);
        recorder.rows.take(recorder.buffer(), recorder.tree(), count); // what is kept already
        recorder.rows.skip(recorder.buffer(), recorder.tree(), count);
    });
    row_policy.all.store(true, std::memory_order_release);
    row_policy.any.store(true, std::memory_order_release);
}

void keep_rows_of(Site site) {
    const SlowSection section;
    if (const SiteInfo* const where = registry().site(site)) {
        __atomic_store_n(&where->keeps_rows, 1, __ATOMIC_RELAXED);
        row_policy.any.store(true, std::memory_order_release);
    }
}

void keep_rows_of_methods(std::string_view pattern) {
    const SlowSection section;
    registry().keep_rows_of(pattern);
    row_policy.any.store(true, std::memory_order_release);
}

std::vector<Rows> take_rows(bool (*wanted)(const SiteNames&, const void*), const void* context,
                            bool forget) {
    const SlowSection section;
    std::vector<Rows> result;
    run().for_each_recorder([&](ThreadRecorder& recorder) {
        const std::lock_guard lock(recorder.mutex());
        if (!recorder.is_closed()) {
            recorder.rows.take(recorder.buffer(), recorder.tree(),
                               load(recorder.buffer().counters.count));
        }
        for (auto& [site, rows] : recorder.rows.sites()) {
            if (rows.values.empty() || !wanted(names_of(rows.where), context)) {
                continue;
            }
            result.push_back(described(rows));
            if (forget) {
                row_policy.give_back(rows.values.capacity() * sizeof(double));
                result.back().values.swap(rows.values);
            } else {
                result.back().values = rows.values;
            }
        }
    });
    return result;
}

} // namespace proxima::detail
