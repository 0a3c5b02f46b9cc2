// What the definitions in a record file add to what is known of a thread buffer.
#pragma once

#include <proxima/format/chunks.hpp>
#include <proxima/rundir/record_reader.hpp>

#include <vector>

namespace proxima::rundir {

/// Both throw Malformed if the definition contradicts what came before it.
void add_method(format::ByteReader payload, std::vector<Method>& methods);
void add_call_path(format::ByteReader payload, Lane& lane);

} // namespace proxima::rundir
