// What this library uses of the record format.
#pragma once

#include "clock/clock.hpp"

#include <proxima/column.hpp>
#include <proxima/format/bins.hpp>
#include <proxima/format/bytes.hpp>
#include <proxima/format/chunks.hpp>
#include <proxima/format/statistics.hpp>
#include <proxima/format/stream_encoder.hpp>

namespace proxima::detail {

using format::bin_of;
using format::BinKey;
using format::ByteReader;
using format::Bytes;
using format::ChunkType;
using format::DurationSummary;
using format::kernels;
using format::one_bin;
using format::other_values;
using format::own_time;
using format::put_bin;
using format::put_chunk_header;
using format::put_number;
using format::Statistics;
using format::stream_capacity;
using format::Wide;

static_assert(static_cast<int>(ColumnType::text) == static_cast<int>(format::ColumnType::text),
              "the numbers of column types are those of the format");

inline format::ColumnType written(ColumnType type) noexcept {
    return static_cast<format::ColumnType>(type);
}

inline format::ClockPair written(const ClockPair& pair) noexcept {
    return {pair.ticks, pair.monotonic, pair.realtime};
}

} // namespace proxima::detail
