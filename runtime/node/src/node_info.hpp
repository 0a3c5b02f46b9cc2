// What a node says of itself, in datagrams and logs.
#pragma once

#include "wire.hpp"

#include <proxima/node/log.hpp>

namespace proxima::node {

inline void write_info(WireWriter& out, const NodeInfo& info) {
    constexpr std::size_t longest = 100; // four texts fit into a datagram
    const auto text = [&](std::string_view value) { out.text(value.substr(0, longest)); };
    out.fixed64(info.id);
    text(info.name);
    out.number(info.processors);
    text(info.watched);
    text(info.counting);
    out.byte(info.is_relay ? 1 : 0);
}

inline NodeInfo read_info(WireReader& in) {
    NodeInfo info;
    info.id = in.fixed64();
    info.name = in.text();
    info.processors = in.number();
    info.watched = in.text();
    info.counting = in.text();
    info.is_relay = in.byte() != 0;
    return info;
}

} // namespace proxima::node
