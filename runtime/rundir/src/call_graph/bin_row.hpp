// The statistics of a bin as a call graph file has them.
#pragma once

#include "call_graph/row_reader.hpp"
#include "files/json_cursor.hpp"

#include <proxima/rundir/call_graph.hpp>

namespace proxima::rundir {

/// Takes a row of `bins`, which `name` names in messages; `node` of the result is its id.
NodeBin read_bin(JsonCursor& json, const RowName& name);

} // namespace proxima::rundir
