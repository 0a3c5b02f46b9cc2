// What the records of a lane have counted besides time, in the order of the counters of a call
// graph.
#pragma once

#include <proxima/rundir/call_graph.hpp>
#include <proxima/rundir/record_reader.hpp>

#include <cstddef>
#include <vector>

namespace proxima::rundir {

class LaneCounters {
public:
    /// Finds the counters of a further call path of the lane. Those that `counters` lacks are added
    /// to it: what can be counted differs between the machines of ranks.
    void add_path(const Method& method, std::vector<Counter>& counters);
    void begin_lane() { of_paths_.clear(); }

    /// Times in microseconds. Empty where nothing is counted; holds until the next call.
    const std::vector<double>& read(const Record& record);

private:
    struct Column {
        std::size_t word;
        std::size_t counter;
        double unit;
    };

    std::vector<std::vector<Column>> of_paths_;
    std::vector<double> values_;
};

} // namespace proxima::rundir
