#include "query.hpp"

#include "../events/events.hpp"
#include "counters.hpp"
#include "dump.hpp"
#include "snapshot.hpp"

namespace proxima::measuring {

namespace {

measurement::TimerData data_of(const std::vector<std::string>& names,
                               std::optional<std::uint64_t> thread) {
    const Snapshot snapshot = take_snapshot();
    const std::size_t count = counters().count();
    measurement::TimerData data;
    data.counter_names = counters().names();
    for (const std::string& name : names) {
        const TimerValues values = snapshot.find(name, thread).value_or(TimerValues());
        data.exclusive.emplace_back(values.exclusive, values.exclusive + count);
        data.inclusive.emplace_back(values.inclusive, values.inclusive + count);
        data.calls.push_back(values.calls);
        data.child_calls.push_back(values.child_calls);
    }
    return data;
}

EventValues values_of(std::string_view name) {
    const EventRegister* const event = events().find(name);
    return event == nullptr ? EventValues() : event->values();
}

} // namespace

LiveQuery::Names LiveQuery::timer_names() const {
    return take_snapshot().names();
}

LiveQuery::Names LiveQuery::counter_names() const {
    return counters().names();
}

measurement::TimerData LiveQuery::timer_data(const Names& names) const {
    return data_of(names, {});
}

measurement::TimerData LiveQuery::timer_data(const Names& names, std::uint64_t thread) const {
    return data_of(names, thread);
}

std::vector<std::uint64_t> LiveQuery::threads() const {
    return take_snapshot().threads;
}

std::vector<measurement::ActiveTimer> LiveQuery::active_timers() const {
    return take_snapshot().active;
}

LiveQuery::Names LiveQuery::event_names() const {
    Names names;
    for (const EventRegister* const event : events().triggered()) {
        names.push_back(event->name());
    }
    return names;
}

measurement::EventData LiveQuery::event_data(const Names& names) const {
    measurement::EventData data;
    for (const std::string& name : names) {
        const EventStatistics statistics = values_of(name).statistics;
        data.samples.push_back(statistics.samples);
        data.maximum.push_back(statistics.maximum);
        data.minimum.push_back(statistics.minimum);
        data.mean.push_back(statistics.mean());
        data.sum_squares.push_back(statistics.sum_squares);
        data.deviation.push_back(statistics.deviation());
    }
    return data;
}

double LiveQuery::event_quantile(std::string_view name, double level) const {
    return values_of(name).quantile(level);
}

std::string LiveQuery::dump_profile_data() const {
    return dump_profile_data("profile");
}

std::string LiveQuery::dump_profile_data(std::string_view prefix) const {
    return write_json(prefix, profile_json(take_snapshot()));
}

std::string LiveQuery::dump_profile_data_incremental() const {
    return dump_profile_data(with_time("profile"));
}

std::string LiveQuery::dump_timer_names() const {
    return write_json("timer-names", timer_names_json(take_snapshot()));
}

std::string LiveQuery::dump_timer_data(const Names& names) const {
    return write_json("timer-data", timer_data_json(take_snapshot(), names));
}

std::string LiveQuery::dump_timer_data_incremental(const Names& names) const {
    return write_json(with_time("timer-data"), timer_data_json(take_snapshot(), names));
}

} // namespace proxima::measuring
