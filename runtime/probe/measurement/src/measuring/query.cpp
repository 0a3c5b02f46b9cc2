// Query: the nodes of all call trees, by their names.
#include "ports.hpp"

#include <proxima/detail/guards.hpp>
#include <proxima/detail/run_facts.hpp>
#include <proxima/detail/snapshot.hpp>
#include <proxima/measurement/query.hpp>

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace proxima::measuring {
namespace {

using detail::CallSiteNames;
using detail::SnapshotNode;

void add_to(std::vector<double>& sum, const std::vector<double>& values) {
    sum.resize(std::max(sum.size(), values.size()));
    for (std::size_t i = 0; i < values.size(); ++i) {
        sum[i] += values[i];
    }
}

struct TimerValues {
    std::uint64_t calls = 0;
    std::uint64_t child_calls = 0;
    std::vector<double> inclusive; // values by counter
    std::vector<double> exclusive;

    void add(const TimerValues& other) {
        calls += other.calls;
        child_calls += other.child_calls;
        add_to(inclusive, other.inclusive);
        add_to(exclusive, other.exclusive);
    }
};

// A timer on a thread.
struct TimerRow {
    std::string name;
    std::string bare_name; // name without the type; empty without a type, or in a phase
    std::optional<std::uint64_t> thread; // empty: all threads together
    TimerValues values;
};

bool is_event(const CallSiteNames& names) {
    return *names.port == event_port;
}

bool is_by_hand(const CallSiteNames& names) {
    return *names.port == timer_port || *names.port == phase_port;
}

// Returns the name of a node without its phase.
std::string own_name(const CallSiteNames& names) {
    if (!is_by_hand(names)) {
        return *names.instance + "." + *names.method;
    }
    return names.signature->empty() ? *names.method : *names.method + " " + *names.signature;
}

// The names of the nodes of one tree.
class Names {
public:
    explicit Names(const std::vector<SnapshotNode>& nodes) : nodes_(&nodes), phase_(nodes.size()) {
        for (std::size_t i = 1; i < nodes.size(); ++i) {
            const bool is_phase = *nodes[i].names.port == phase_port;
            phase_[i] = is_phase ? i : phase_[nodes[i].parent];
        }
    }

    // The innermost phase that contains a node, or the node itself if it is one; 0: none.
    std::size_t phase(std::size_t node) const noexcept { return phase_[node]; }

    std::string name(std::size_t node) const {
        const std::size_t phase = phase_[node];
        std::string name = own_name((*nodes_)[node].names);
        return phase == 0 || phase == node ? name
                                           : own_name((*nodes_)[phase].names) + " => " + name;
    }

    // Returns the names of nodes from the innermost phase on: "iteration => solve".
    std::string path(std::size_t node) const {
        std::string path = own_name((*nodes_)[node].names);
        for (std::size_t i = node; i != phase_[node]; i = (*nodes_)[i].parent) {
            const std::size_t parent = (*nodes_)[i].parent;
            if (parent == 0) {
                break;
            }
            path.insert(0, own_name((*nodes_)[parent].names) + " => ");
        }
        return path;
    }

private:
    const std::vector<SnapshotNode>* nodes_;
    std::vector<std::size_t> phase_;
};

// Sums up the nodes of one tree that have the same name.
class RowsOfThread {
public:
    explicit RowsOfThread(const detail::ThreadSnapshot& thread)
        : nodes_(thread.nodes), number_(thread.number), names_(nodes_), counted_(nodes_.size()),
          row_of_(nodes_.size()) {}

    std::vector<TimerRow> rows() {
        sum_up_counters();
        for (std::size_t i = 1; i < nodes_.size(); ++i) {
            if (!is_event(nodes_[i].names) && nodes_[i].calls != 0) {
                add(i);
            }
        }
        return std::move(rows_);
    }

    const Names& names() const noexcept { return names_; }

private:
    static constexpr std::size_t none = ~std::size_t{0};

    // Sums up the counters of the children of each node.
    void sum_up_counters() {
        for (std::size_t i = 1; i < nodes_.size(); ++i) {
            std::vector<std::uint64_t>& inside = counted_[nodes_[i].parent];
            inside.resize(std::max(inside.size(), nodes_[i].counted.size()));
            for (std::size_t c = 0; c < nodes_[i].counted.size(); ++c) {
                inside[c] += nodes_[i].counted[c];
            }
        }
    }

    void add(std::size_t index) {
        const SnapshotNode& node = nodes_[index];
        TimerRow& row = rows_[row_of_[index] = find_row(index)];
        const double microseconds = microseconds_per_tick();
        const bool is_outermost = !has_ancestor(index);
        row.values.calls += node.calls;
        if (node.parent != 0 && row_of_[node.parent] != none) {
            rows_[row_of_[node.parent]].values.child_calls += node.calls;
        }
        TimerValues& values = rows_[row_of_[index]].values;
        values.inclusive.resize(node.counted.size() + 1);
        values.exclusive.resize(node.counted.size() + 1);
        values.inclusive[0] +=
            is_outermost ? static_cast<double>(node.inclusive) * microseconds : 0;
        values.exclusive[0] += static_cast<double>(node.exclusive) * microseconds;
        const std::vector<std::uint64_t>& inside = counted_[index];
        for (std::size_t c = 0; c < node.counted.size(); ++c) {
            const auto counted = static_cast<double>(node.counted[c]);
            const double in_children = c < inside.size() ? static_cast<double>(inside[c]) : 0;
            values.inclusive[c + 1] += is_outermost ? std::max(counted, in_children) : 0;
            values.exclusive[c + 1] += std::max(0.0, counted - in_children);
        }
    }

    std::size_t find_row(std::size_t index) {
        const auto [same, is_first] = by_name_.try_emplace(names_.name(index), rows_.size());
        if (is_first) {
            const CallSiteNames& names = nodes_[index].names;
            const bool is_typed =
                names_.phase(index) == 0 && is_by_hand(names) && !names.signature->empty();
            rows_.push_back({same->first, is_typed ? *names.method : std::string(), number_, {}});
        }
        return same->second;
    }

    bool has_ancestor(std::size_t index) const noexcept {
        for (std::size_t i = nodes_[index].parent; i != 0; i = nodes_[i].parent) {
            if (row_of_[i] == row_of_[index] && nodes_[i].calls != 0) {
                return true;
            }
        }
        return false;
    }

    const std::vector<SnapshotNode>& nodes_;
    std::uint64_t number_;
    Names names_;
    std::vector<std::vector<std::uint64_t>> counted_;
    std::vector<std::size_t> row_of_;
    std::vector<TimerRow> rows_;
    std::unordered_map<std::string, std::size_t> by_name_;
};

// Returns "WALL_CLOCK", then the counters of the run.
std::vector<std::string> names_of_counters() {
    std::vector<std::string> names{"WALL_CLOCK"};
    for (const detail::CounterInfo& counter : detail::call_counters()) {
        names.push_back(counter.name);
    }
    return names;
}

class Profile {
public:
    // Reads the present values. Throws std::bad_alloc.
    Profile();

    const std::vector<measurement::ActiveTimer>& active() const noexcept { return active_; }
    const std::vector<std::uint64_t>& threads() const noexcept { return threads_; }
    std::vector<std::string> names() const;
    // Returns the values of a timer; zeros for an unknown name.
    TimerValues find(const std::string& name, std::optional<std::uint64_t> thread) const;

private:
    void add_thread(const detail::ThreadSnapshot& thread);
    void add_routines();

    void add_row(TimerRow row);

    std::vector<std::string> counters_;
    std::map<std::string, std::vector<TimerRow>> rows_;  // rows by name
    std::map<std::string, std::set<std::string>> typed_; // full names by the name without a type
    std::vector<measurement::ActiveTimer> active_;
    std::vector<std::uint64_t> threads_;
};

Profile::Profile() : counters_(names_of_counters()) {
    for (const detail::ThreadSnapshot& thread : detail::snapshot()) {
        add_thread(thread);
    }
    add_routines();
}

void Profile::add_thread(const detail::ThreadSnapshot& thread) {
    RowsOfThread of_thread(thread);
    std::vector<TimerRow> rows = of_thread.rows();
    if (rows.empty()) {
        return;
    }
    threads_.push_back(thread.number);
    for (TimerRow& row : rows) {
        for (std::size_t i = 1; i < row.values.inclusive.size() && i < counters_.size(); ++i) {
            row.values.inclusive[i] *= scale_of_counter(counters_[i]);
            row.values.exclusive[i] *= scale_of_counter(counters_[i]);
        }
        add_row(std::move(row));
    }
    for (const std::size_t node : thread.open_path) {
        active_.push_back({thread.number, of_thread.names().name(node)});
    }
}

void Profile::add_routines() {
    for (const detail::RoutineTotal& routine : detail::routine_totals()) {
        const double time = static_cast<double>(routine.ticks) * microseconds_per_tick();
        add_row({routine.name, {}, {}, {routine.calls, 0, {time}, {time}}});
    }
}

void Profile::add_row(TimerRow row) {
    if (!row.bare_name.empty()) {
        typed_[row.bare_name].insert(row.name);
    }
    rows_[row.name].push_back(std::move(row));
}

std::vector<std::string> Profile::names() const {
    std::vector<std::string> names;
    for (const auto& [name, rows] : rows_) {
        names.push_back(name);
    }
    return names;
}

TimerValues Profile::find(const std::string& name, std::optional<std::uint64_t> thread) const {
    TimerValues found;
    const auto add = [&](const std::string& full_name) {
        for (const TimerRow& row : rows_.at(full_name)) {
            if (!thread || row.thread == thread) {
                found.add(row.values);
            }
        }
    };
    if (rows_.count(name) != 0) {
        add(name);
    } else if (const auto typed = typed_.find(name); typed != typed_.end()) {
        std::for_each(typed->second.begin(), typed->second.end(), add);
    }
    found.inclusive.resize(counters_.size());
    found.exclusive.resize(counters_.size());
    return found;
}

// Returns all events, also by call path: "bytes : main => solve".
std::map<std::string, format::Distribution> event_values() {
    std::map<std::string, format::Distribution> all;
    for (const detail::ThreadSnapshot& thread : detail::snapshot()) {
        const Names names(thread.nodes);
        for (const SnapshotNode& node : thread.nodes) {
            if (!node.values) {
                continue;
            }
            const std::string& event = *node.names.method;
            all[event].merge(*node.values);
            if (*node.names.signature == context_event && node.parent != 0) {
                all[event + " : " + names.path(node.parent)].merge(*node.values);
            }
        }
    }
    return all;
}

class LiveQuery final : public measurement::Query {
public:
    using Names = std::vector<std::string>;

    Names timer_names() const override { return Profile().names(); }
    Names counter_names() const override { return names_of_counters(); }
    std::vector<std::uint64_t> threads() const override { return Profile().threads(); }
    std::vector<measurement::ActiveTimer> active_timers() const override {
        return Profile().active();
    }

    measurement::TimerData timer_data(const Names& names,
                                      std::optional<std::uint64_t> thread) const override {
        const detail::NoFloatingPointExceptions no_exceptions;
        const Profile profile;
        measurement::TimerData data;
        data.counter_names = names_of_counters();
        for (const std::string& name : names) {
            TimerValues values = profile.find(name, thread);
            data.exclusive.push_back(std::move(values.exclusive));
            data.inclusive.push_back(std::move(values.inclusive));
            data.calls.push_back(values.calls);
            data.child_calls.push_back(values.child_calls);
        }
        return data;
    }

    Names event_names() const override {
        Names names;
        for (const auto& [name, values] : event_values()) {
            names.push_back(name);
        }
        return names;
    }

    measurement::EventData event_data(const Names& names) const override {
        const detail::NoFloatingPointExceptions no_exceptions; // squares may overflow
        std::map<std::string, format::Distribution> all = event_values();
        measurement::EventData data;
        for (const std::string& name : names) {
            const format::Distribution& values = all[name];
            const bool any = values.moments.count != 0;
            data.samples.push_back(values.moments.count);
            data.maximum.push_back(any ? values.maximum : 0);
            data.minimum.push_back(any ? values.minimum : 0);
            data.mean.push_back(values.moments.mean);
            data.sum_squares.push_back(values.sum_squares);
            data.deviation.push_back(values.deviation());
        }
        return data;
    }
};

} // namespace

double microseconds_per_tick() {
    static const double factor = detail::run_facts().nanoseconds_per_tick / 1000;
    return factor;
}

double scale_of_counter(const std::string& name) {
    for (const detail::CounterInfo& counter : detail::call_counters()) {
        if (counter.name == name) {
            return counter.is_time ? 1e-3 : 1;
        }
    }
    return 1;
}

std::unique_ptr<measurement::Query> make_query() {
    return std::make_unique<LiveQuery>();
}

} // namespace proxima::measuring
