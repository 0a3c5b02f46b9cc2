#include "snapshot.hpp"

#include "../timers/threads.hpp"

#include <proxima/run_facts.hpp>

#include <algorithm>
#include <set>
#include <unordered_map>

namespace proxima::measuring {

namespace {

using Counts = Count[most_counters];

// An entry as it would be if everything that is active stopped now.
struct Row {
    const Entry* entry;
    std::uint64_t calls;
    std::uint64_t child_calls;
    Counts counts;
};

// What is read of one thread, quickly, while it is kept out of its profile.
struct ThreadRows {
    std::uint64_t thread = 0;
    std::vector<Row> rows;
    std::vector<const Entry*> active;
};

Row row_of(const Entry& entry) {
    Row row{&entry, entry.calls, entry.child_calls, {}};
    std::copy(std::begin(entry.counts), std::end(entry.counts), std::begin(row.counts));
    return row;
}

class ThreadReader {
public:
    ThreadReader(const Profile& profile, bool is_own, std::uint64_t now) : profile_(profile) {
        const std::size_t count = counters().count();
        std::copy_n(profile.latest(), count, now_);
        if (is_own) {
            profile.read_counters(now_);
        } else {
            counters().read_shared(now_);
        }
        now_[0] = now;
    }

    ThreadRows read() {
        ThreadRows result;
        result.thread = profile_.number();
        for (const Entry& entry : profile_.entries()) {
            index_.emplace(&entry, result.rows.size());
            result.rows.push_back(row_of(entry));
        }
        for (std::size_t level = 0; level < profile_.depth(); ++level) {
            const Frame& frame = profile_.frame(level);
            add_active(result, *frame.entry, level);
            if (frame.parameter != nullptr) {
                add_active(result, *frame.parameter, level);
            }
            result.active.push_back(frame.entry);
        }
        return result;
    }

private:
    void add_active(ThreadRows& result, const Entry& entry, std::size_t level) {
        const Frame& frame = profile_.frame(level);
        const bool outermost = seen_.insert(&entry).second;
        Row& row = result.rows[index_.at(&entry)];
        ++row.calls;
        row.child_calls += frame.child_calls;
        for (std::size_t i = 0; i < counters().count(); ++i) {
            const std::uint64_t elapsed = now_[i] - frame.start[i];
            std::uint64_t inside = frame.children[i];
            if (level + 1 < profile_.depth()) {
                inside += now_[i] - profile_.frame(level + 1).start[i];
            }
            row.counts[i].exclusive += elapsed - inside;
            row.counts[i].inclusive += outermost ? elapsed : 0;
        }
    }

    const Profile& profile_;
    Reading now_ = {};
    std::unordered_map<const Entry*, std::size_t> index_;
    std::set<const Entry*> seen_;
};

TimerRow finished(const Row& row, std::uint64_t thread, double microseconds_per_tick) {
    const Region& region = *row.entry->region;
    const bool is_bare = row.entry->phase == nullptr && row.entry->parameters.empty();
    TimerRow result;
    result.name = name_of(*row.entry);
    result.bare_name = is_bare ? region.name() : std::string();
    result.group = region.group_name();
    result.thread = thread;
    result.values.calls = row.calls;
    result.values.child_calls = row.child_calls;
    for (std::size_t i = 0; i < counters().count(); ++i) {
        const double scale = i == 0 ? microseconds_per_tick : counters().scale(i);
        result.values.inclusive[i] = static_cast<double>(row.counts[i].inclusive) * scale;
        result.values.exclusive[i] = static_cast<double>(row.counts[i].exclusive) * scale;
    }
    return result;
}

} // namespace

void TimerValues::add(const TimerValues& other) noexcept {
    calls += other.calls;
    child_calls += other.child_calls;
    for (std::size_t i = 0; i < most_counters; ++i) {
        inclusive[i] += other.inclusive[i];
        exclusive[i] += other.exclusive[i];
    }
}

std::optional<TimerValues> Snapshot::find(const std::string& name,
                                          std::optional<std::uint64_t> thread) const {
    const bool is_full = std::any_of(rows.begin(), rows.end(),
                                     [&](const TimerRow& row) { return row.name == name; });
    std::optional<TimerValues> found;
    for (const TimerRow& row : rows) {
        const bool named = (is_full ? row.name : row.bare_name) == name;
        if (named && row.thread == thread.value_or(row.thread)) {
            found = found.has_value() ? found : TimerValues();
            found->add(row.values);
        }
    }
    return found;
}

std::vector<std::string> Snapshot::names() const {
    std::set<std::string> sorted;
    for (const TimerRow& row : rows) {
        sorted.insert(row.name);
    }
    return {sorted.begin(), sorted.end()};
}

Snapshot take_snapshot() {
    static const double microseconds_per_tick = best_microseconds_per_tick();
    return take_snapshot(microseconds_per_tick);
}

double best_microseconds_per_tick() {
    return detail::run_facts().nanoseconds_per_tick / 1000;
}

Snapshot take_snapshot(double microseconds_per_tick) {
    const ThreadProfile* const mine = Threads::mine_if_any();
    std::vector<ThreadRows> read;
    std::uint64_t now = 0; // of all threads
    threads().read([&](Profile& profile) {
        if (now == 0 && !profile.is_idle()) {
            now = detail::clock_ticks();
        }
        const bool is_own = mine != nullptr && &profile == &mine->profile();
        read.push_back(ThreadReader(profile, is_own, profile.count_until(now)).read());
    });
    Snapshot snapshot;
    for (const ThreadRows& thread : read) {
        if (!thread.rows.empty()) {
            snapshot.threads.push_back(thread.thread);
        }
        for (const Row& row : thread.rows) {
            if (row.calls > 0) {
                snapshot.rows.push_back(finished(row, thread.thread, microseconds_per_tick));
            }
        }
        for (const Entry* const entry : thread.active) {
            snapshot.active.push_back({thread.thread, name_of(*entry)});
        }
    }
    return snapshot;
}

} // namespace proxima::measuring
