#include "call_graph/statistics_reader.hpp"

#include <array>
#include <string_view>

namespace proxima::rundir {
namespace {

/// Keys by their numbers; counters come after them.
enum Key : std::size_t {
    node_key,
    rank_key,
    name_key,
    calls_key,
    mpi_calls_key,
    exclusive_key, ///< the first of the times
    inclusive_key,
    communication_key,
    computation_key,
    min_key,
    max_key,
    mean_key,
    stddev_key,
    first_counter_key
};

constexpr std::array<double Statistics::*, first_counter_key - exclusive_key> times{
    &Statistics::exclusive_us,   &Statistics::inclusive_us, &Statistics::communication_us,
    &Statistics::computation_us, &Statistics::min_us,       &Statistics::max_us,
    &Statistics::mean_us,        &Statistics::stddev_us};

} // namespace

StatisticsReader::StatisticsReader(JsonCursor& json, CounterColumns& counters)
    : json_(json), counters_(counters),
      keys_{"node",          "rank",        "name", "calls", "mpi calls", "time",  "time (inc)",
            "communication", "computation", "min",  "max",   "mean",      "stddev"} {
}

StatisticsReader::Row StatisticsReader::take(const RowName& name) {
    Row row;
    unsigned found = 0; // a bit for each key that has a number
    counters_.begin_row();
    keys_.object(json_, [&](std::size_t key) {
        if (key >= first_counter_key) {
            counters_.take(json_, keys_.name(key));
            return;
        }
        found |= 1U << key;
        if (key >= exclusive_key) {
            row.statistics.*times[key - exclusive_key] = read_time(json_, name, keys_.name(key));
        } else if (key == rank_key || key == name_key) {
            json_.skip();
        } else {
            auto& count = key == node_key    ? row.id
                          : key == calls_key ? row.statistics.calls
                                             : row.statistics.mpi_calls;
            count = read_count(json_, name, keys_.name(key));
        }
    });
    const auto has = [&](Key key) { return (found >> key & 1U) != 0; };
    if (!has(exclusive_key) || !has(inclusive_key)) {
        name.refuse(has(exclusive_key) ? "time (inc)" : "time", "is missing");
    }
    if (!has(node_key)) {
        name.refuse("node", "is not a whole number");
    }
    row.has_mpi_calls = has(mpi_calls_key);
    counters_.end_row(name, row.statistics.counted);
    return row;
}

} // namespace proxima::rundir
