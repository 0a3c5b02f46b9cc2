// The section `dataframe` of a call graph file: what was measured of a node on a rank.
#pragma once

#include "call_graph/counter_columns.hpp"
#include "call_graph/row_reader.hpp"
#include "files/json_cursor.hpp"
#include "files/key_order.hpp"

#include <proxima/rundir/call_graph.hpp>

#include <cstddef>
#include <cstdint>

namespace proxima::rundir {

/// Takes rows one by one.
class StatisticsReader {
public:
    struct Row {
        std::uint64_t id = 0; ///< of the node
        Statistics statistics;
        bool has_mpi_calls = false;
    };

    StatisticsReader(JsonCursor& json, CounterColumns& counters);

    /// Takes the object that is next.
    Row take(const RowName& name);

private:
    JsonCursor& json_;
    CounterColumns& counters_;
    KeyOrder keys_;
};

} // namespace proxima::rundir
