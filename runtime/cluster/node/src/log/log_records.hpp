// Constants and record fields of the log format, in the order of their bytes.
#pragma once

#include "sampling/wire.hpp"

#include <proxima/node/log.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace proxima::node {

constexpr std::string_view log_magic{"PXNODE\0\2", 8}; // the last byte is the version
constexpr std::size_t longest_record = 2048;
constexpr std::size_t record_header = 8; // size and checksum of the payload

// Returns the lower half of XXH3-64.
std::uint32_t checksum(std::string_view payload);

void fields(auto& wire, Some<MasterStart> auto& start) {
    wire.number(start.raw_ns);
    wire.number(start.real_ns);
    wire.text(start.boot);
    wire.text(start.host);
}

inline void fields(WireReader& in, LoggedSample& logged) {
    in.number(logged.received_ns);
    fields(in, logged.sample);
}

// Writes no sample: it is encoded already.
inline void fields(WireWriter& out, const LoggedSample& logged) {
    out.number(logged.received_ns);
}

void fields(auto& wire, Some<MasterEnd> auto& end) {
    wire.number(end.raw_ns);
}

void fields(auto& wire, Some<ClockExchange> auto& exchange) {
    wire.fixed64(exchange.clock);
    wire.number(exchange.asked_ns);
    wire.number(exchange.received_ns);
    wire.number(exchange.answered_ns);
    wire.number(exchange.heard_ns);
}

void fields(auto& wire, Some<Drops> auto& drops) {
    wire.fixed64(drops.node);
    for (auto& count : drops.counts) {
        wire.number(count);
    }
}

} // namespace proxima::node
