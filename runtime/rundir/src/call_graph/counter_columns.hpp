// The counters of a call graph file: which there are, and what its rows have counted.
#pragma once

#include "call_graph/row_reader.hpp"
#include "files/json_cursor.hpp"

#include <proxima/rundir/call_graph.hpp>

#include <cstddef>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace proxima::rundir {

/// All numbers of a row that come with an inclusive one are taken for counted; which of them are
/// counters is told elsewhere in the file, perhaps behind the rows.
class CounterColumns {
public:
    /// Takes an entry of `counters`.
    void name_counter(JsonCursor& json, const std::filesystem::path& file);

    void begin_row() { metrics_in_row_ = 0; }
    /// Takes a value of the row that has no other meaning; `key` must stay where it is.
    void take(JsonCursor& json, std::string_view key);
    /// What the row has counted, in an order that is the same for all rows of the file.
    void end_row(const RowName& row, std::vector<CounterSums>& counted);

    /// Neither named nor counted.
    bool empty() const { return counters_.empty() && columns_.empty(); }

    const std::vector<Counter>& counters() const { return counters_; }
    /// The sums of rows in the order of counters().
    std::vector<CounterSums> ordered(const std::vector<CounterSums>& counted) const;

private:
    struct Metric {
        std::string_view name;
        MaybeNumber value;
    };

    const Metric* find(std::string_view name) const;

    std::vector<Counter> counters_;
    std::map<std::string, std::size_t, std::less<>> columns_; ///< by name
    std::vector<Metric> metrics_;                             ///< the first are of the row
    std::size_t metrics_in_row_ = 0;
};

} // namespace proxima::rundir
