// The fields of messages and records in the order of their bytes, for writing and reading.
#pragma once

#include "wire.hpp"

#include <proxima/node/datagram.hpp>
#include <proxima/node/log.hpp>

#include <concepts>
#include <type_traits>

namespace proxima::node {

// `T`, or const for a writer.
template <class Given, class T>
concept Some = std::same_as<std::remove_const_t<Given>, T>;

void fields(auto& wire, Some<NodeInfo> auto& info) {
    wire.fixed64(info.id);
    wire.text(info.name);
    wire.number(info.processors);
    wire.text(info.watched);
    wire.text(info.counting);
    wire.text(info.tracing);
    wire.flag(info.is_relay);
}

void fields(auto& wire, Some<Settings> auto& settings) {
    wire.number(settings.version);
    wire.number(settings.interval_ns);
    wire.byte(settings.groups);
    wire.require(settings.interval_ns == 0 || (settings.interval_ns >= least_interval_ns &&
                                               settings.interval_ns <= most_interval_ns));
}

void fields(auto& wire, Some<Hello> auto& hello) {
    fields(wire, hello.info);
}

void fields(auto& wire, Some<Echo> auto& echo) {
    wire.number(echo.asked_ns);
    wire.number(echo.received_ns);
    wire.number(echo.answered_ns);
}

void fields(auto& wire, Some<Order> auto& order) {
    wire.number(order.asked_ns);
    wire.flag(order.wants_hello);
    fields(wire, order.settings);
}

void fields(auto& wire, Some<SettingsChange> auto& change) {
    fields(wire, change.settings);
    wire.text(change.nodes);
}

void fields(auto& wire, Some<Changed> auto& changed) {
    wire.number(changed.version);
    wire.number(changed.count);
}

void fields(auto& wire, Some<MasterStart> auto& start) {
    wire.number(start.raw_ns);
    wire.number(start.real_ns);
    wire.text(start.boot);
    wire.text(start.host);
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
