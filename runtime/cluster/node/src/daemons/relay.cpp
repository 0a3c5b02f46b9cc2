#include "daemons/relay.hpp"

#include <array>
#include <cmath>

namespace proxima::node {
namespace {

NodeInfo relay_info(const std::string& name) {
    NodeInfo info;
    info.id = random_id();
    info.name = name.empty() ? host_name() : name;
    info.is_relay = true;
    return info;
}

} // namespace

Relay::Relay(const Seal& seal, const std::string& master, const std::string& name)
    : master_(resolve(master)), socket_(UdpSocket::to(master_)), seal_(seal),
      speaker_(seal, relay_info(name)) {
}

void Relay::tick() {
    if (!speaker_.is_known()) {
        socket_.send(speaker_.hello().span(), master_);
    }
}

void Relay::forward(const KnownNode& node) {
    const Envelope envelope{node.info.id, speaker_.master()};
    socket_.send(seal_.close(envelope, Hello{node.info}).span(), master_);
}

void Relay::forward(const Sample& sample, std::uint64_t received_ns, const NodeTable& nodes) {
    const auto clock = nodes.find(sample.clock);
    const auto time = clock == nodes.end()
                          ? std::nullopt
                          : clock->second.clock.at(static_cast<double>(sample.time_ns),
                                                   static_cast<double>(received_ns));
    if (!time || time->ns < 0) {
        return;
    }
    Sample moved = sample;
    moved.clock = speaker_.info().id;
    moved.time_ns = static_cast<std::uint64_t>(time->ns);
    moved.bound_ns += static_cast<std::uint64_t>(std::ceil(time->bound_ns));
    std::array<std::uint8_t, longest_sample> bytes;
    const Envelope envelope{sample.node, speaker_.master()};
    socket_.send(seal_.close_sample(envelope, {bytes.data(), encode(moved, bytes)}).span(),
                 master_);
}

void Relay::listen(NodeTable& nodes) {
    receive_orders(socket_, seal_, [&](const auto& envelope, const auto& order, auto received_ns) {
        const auto behind = nodes.find(envelope.node);
        if (behind != nodes.end()) {
            speaker_.heed(envelope.master);
            behind->second.wanted.follow(order.settings);
            if (order.wants_hello) {
                forward(behind->second);
            }
        } else if (envelope.node == speaker_.info().id) {
            const auto answer = speaker_.answer(order, envelope.master, received_ns);
            if (answer.size > 0) {
                socket_.send(answer.span(), master_);
            }
        }
    });
}

} // namespace proxima::node
