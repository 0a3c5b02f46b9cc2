// Many datagrams at once, and how many the kernel had no room for.
#pragma once

#include <proxima/node/datagram.hpp>
#include <proxima/node/socket.hpp>

#include <cstdint>
#include <functional>
#include <memory>
#include <span>

namespace proxima::node {

class Receiver {
public:
    explicit Receiver(const Address& address);
    ~Receiver();

    int descriptor() const { return socket_.descriptor(); }
    Address address() const { return socket_.address(); }
    void send(std::span<const std::uint8_t> bytes, const Address& to) const {
        socket_.send(bytes, to);
    }

    using Take = std::function<void(std::span<const std::uint8_t> bytes, const Address& from,
                                    std::uint64_t received_ns)>;
    /// What is there now, up to some hundreds; what is longer than a datagram may be is cut.
    void receive(const Take& take);

    std::uint64_t overflowed() const { return overflowed_; }

private:
    struct Batch;

    UdpSocket socket_;
    std::unique_ptr<Batch> batch_;
    std::uint64_t overflowed_ = 0;
};

} // namespace proxima::node
