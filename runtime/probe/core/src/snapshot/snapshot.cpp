// Reads what other threads have measured while they go on. A reader holds a thread's mutex only
// while it copies the statistics of the tree, because the thread needs it to drain its columns. It
// copies the columns without the mutex, and again if they were drained meanwhile.
#include "buffer/thread_state.hpp"
#include "run/run.hpp"

#include <proxima/detail/snapshot.hpp>

#include <algorithm>
#include <atomic>
#include <mutex>
#include <optional>
#include <sched.h>
#include <utility>

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
    std::uint64_t now = 0;            // thread time, at most that of the moment
    std::vector<OpenInvocation> open; // the innermost first
};

template <class Value>
Value load(const Value& shared) noexcept {
    return __atomic_load_n(&shared, __ATOMIC_ACQUIRE);
}

// Keeps the processor from reading its counter later.
void wait_for_loads() noexcept {
#if defined(__x86_64__)
    __builtin_ia32_lfence();
#endif
    std::atomic_thread_fence(std::memory_order_acquire);
}

std::vector<OpenInvocation> path_to(const Node* node) {
    std::vector<OpenInvocation> path;
    for (; node != node->parent && !static_cast<const TreeNode*>(node)->is_stand_in;
         node = node->parent) {
        path.push_back({node->id, load(node->start), load(node->communication)});
    }
    return path;
}

Moment last_end(ThreadRecorder& recorder) {
    const ThreadBuffer& buffer = recorder.buffer();
    Moment moment;
    moment.count = load(buffer.counters.count);
    if (moment.count != 0) {
        moment.now = buffer.end[moment.count];
        moment.open = path_to(recorder.tree().node(buffer.node[moment.count]).parent);
    }
    return moment;
}

// The path is consistent if the current node and the number of completed invocations are the same
// before and after. If the thread never stays that long, takes the end of the last completed
// invocation, when its callers were open. None if the thread is inside the runtime.
std::optional<Moment> moment_of(ThreadRecorder& recorder) {
    constexpr int attempts = 20;
    bool is_busy = true;
    const ThreadBuffer& buffer = recorder.buffer();
    Moment moment;
    for (int i = 0; i < attempts; ++i) {
        moment.count = load(buffer.counters.count);
        const Node* const current = load(buffer.head.current);
        if (current != &buffer.busy) {
            is_busy = false;
            const std::uint64_t overhead = load(buffer.head.overhead);
            moment.open = path_to(current);
            moment.now = recorder.clock().now() - overhead;
            wait_for_loads();
            if (load(buffer.head.current) == current && load(buffer.head.overhead) == overhead &&
                load(buffer.counters.count) == moment.count) {
                return moment;
            }
        }
    }
    const Moment last = last_end(recorder);
    return is_busy || last.count == 0 ? std::nullopt : std::optional(last);
}

CallSiteNames names_of(const CallSiteInfo* where) noexcept {
    if (where == nullptr) {
        return {};
    }
    return {&where->method->port,      where->instance,       &where->method->name,
            &where->method->signature, &where->binding->user, &where->binding->uses_port};
}

SnapshotNode node_of(const TreeNode& node, std::size_t counters) {
    SnapshotNode result;
    result.parent = node.parent->id;
    result.is_stand_in = node.is_stand_in;
    result.names = names_of(node.where);
    result.ended = node.statistics;
    if (node.values != nullptr) {
        result.values = *node.values;
    }
    if (node.counters != nullptr) {
        result.counted.assign(node.counters->sum.begin(),
                              node.counters->sum.begin() + static_cast<std::ptrdiff_t>(counters));
    }
    if (node.bins != nullptr) {
        for (const Bin& bin : node.bins->all()) {
            result.bins.push_back({bin.key, bin.all()});
            result.ended.merge(result.bins.back().ended);
        }
    }
    return result;
}

format::TickStatistics& bin_of(SnapshotNode& node, int number) {
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

// A copy of a thread's tree, with the invocations since its last drain.
struct Copy {
    ThreadSnapshot thread;
    std::vector<const TreeNode*> tree; // nodes, for their constant members
    Moment moment;
    std::uint64_t drains = 0;
};

// Adds the invocations in the columns. False if the columns were drained meanwhile: then the copy
// is invalid.
[[gnu::no_sanitize_thread]] bool add_columns(const ThreadRecorder& recorder,
                                             const ThreadBuffer& buffer, Copy& copy) {
    std::vector<SnapshotNode>& nodes = copy.thread.nodes;
    std::uint64_t more = 1;
    for (std::uint64_t i = 1; i <= copy.moment.count; ++i) {
        const std::uint64_t id = buffer.node[i];
        if (id >= nodes.size() || more > buffer_more_words) {
            return false;
        }
        const std::uint64_t duration = buffer.end[i] - buffer.start[i];
        const std::uint64_t communication = buffer.communication[i];
        nodes[id].ended.add(duration, communication);
        const TreeNode& node = *copy.tree[id];
        if (node.bins != nullptr) {
            const BinKey bin = node.bin_key(buffer.first_word[i], buffer.more_words + more);
            bin_of(nodes[id], bin).add(duration, communication);
        }
        more += node.words_beyond_first();
    }
    std::atomic_thread_fence(std::memory_order_acquire);
    return recorder.drains() == copy.drains;
}

// Adds open invocations, which count until now, with the communication of their callees.
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

// While a thread leaves an invocation by the slow path, the invocation seems too long, and is
// briefly neither open nor completed.
void keep_from_going_back(std::vector<ReportedNode>& reported, std::vector<SnapshotNode>& nodes) {
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
            std::max(node.inclusive, node.exclusive); // exclusive holds its children here
        const bool is_within_parent = node.parent != 0 && !nodes[node.parent].is_stand_in;
        nodes[node.parent].exclusive += is_within_parent ? node.inclusive : 0;
        node.exclusive = node.inclusive - node.exclusive;
    }
}

void copy_tree(ThreadRecorder& recorder, Copy& copy) {
    Tree& tree = recorder.tree();
    for (std::size_t id = 0; id < tree.size(); ++id) {
        copy.tree.push_back(&tree.node(id));
        copy.thread.nodes.push_back(node_of(tree.node(id), recorder.counters().count()));
    }
}

// Tries to copy one moment. `at_once` makes the thread wait, in case it is inside the runtime for
// long or drains its columns again and again.
bool read(ThreadRecorder& recorder, Copy& copy, bool at_once) {
    const std::size_t expected = recorder.reported.nodes.size() + 16;
    copy.tree.reserve(expected);
    copy.thread.nodes.reserve(expected);
    std::unique_lock lock(recorder.mutex());
    copy_tree(recorder, copy);
    if (recorder.is_closed()) {
        return true;
    }
    const std::optional<Moment> moment = moment_of(recorder);
    if (!moment && !at_once) {
        return false;
    }
    copy.moment = moment ? *moment : last_end(recorder);
    copy.drains = recorder.drains();
    if (!at_once) {
        lock.unlock();
    }
    return add_columns(recorder, recorder.buffer(), copy);
}

ThreadSnapshot read(ThreadRecorder& recorder) {
    constexpr int attempts = 100;
    Copy copy;
    for (int i = 1; !read(recorder, copy, i == attempts); ++i) {
        copy = {};
        sched_yield();
    }
    ThreadSnapshot& thread = copy.thread;
    thread.number = recorder.number();
    for (SnapshotNode& node : thread.nodes) {
        node.calls = node.ended.calls;
        node.inclusive = node.ended.sum;
        node.communication = node.ended.communication;
    }
    add_open(copy.moment, thread);
    Reported& reported = recorder.reported;
    keep_from_going_back(reported.nodes, thread.nodes);
    thread.fresh = copy.moment.count - (copy.drains == reported.drains ? reported.count : 0);
    reported.drains = copy.drains;
    reported.count = copy.moment.count;
    set_exclusive_times(thread.nodes);
    return std::move(thread);
}

std::atomic<RoutineTotals> routines{nullptr};

std::map<std::int64_t, std::string> words_of(const ColumnInfo& column) {
    if (column.type == format::ColumnType::boolean) {
        return {{0, "false"}, {1, "true"}};
    }
    return {column.constants.begin(), column.constants.end()};
}

// The columns of a call site's rows.
Rows described(const CallSiteRows& rows) {
    Rows result;
    result.names = names_of(rows.where);
    result.width = rows.width;
    for (const ColumnInfo& column : rows.where->method->columns) {
        if (is_number(column.type)) {
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

std::vector<std::string> call_paths(const void* section) {
    const SlowSection slow;
    std::vector<std::string> paths{""};
    run().for_each_recorder([&](ThreadRecorder& recorder) {
        const std::lock_guard lock(recorder.mutex());
        Tree& tree = recorder.tree();
        for (std::size_t id = 1; recorder.has_section(section) && id < tree.size(); ++id) {
            const TreeNode& node = tree.node(id);
            const std::string& caller = paths[node.parent->id];
            paths.push_back((caller.empty() ? "" : caller + ";") + display_name(*node.where));
        }
    });
    return paths;
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

// Skips invocations that were completed before.
void keep_rows_of(std::string_view pattern) {
    const NoFloatingPointExceptions no_exceptions;
    const SlowSection section;
    if (registry().keeps_rows_of(pattern)) {
        return;
    }
    run().for_each_recorder([](ThreadRecorder& recorder) {
        const std::lock_guard lock(recorder.mutex());
        const std::uint64_t count = load(recorder.buffer().counters.count);
        // Takes the rows of call sites that are kept already.
        recorder.rows.take(recorder.buffer(), recorder.tree(), count);
        recorder.rows.skip(recorder.buffer(), recorder.tree(), count);
    });
    registry().keep_rows_of(pattern);
    row_policy.any.store(true, std::memory_order_release);
}

std::vector<Rows> take_rows(bool (*wanted)(const CallSiteNames&, const void*), const void* context,
                            bool forget) {
    const NoFloatingPointExceptions no_exceptions;
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
