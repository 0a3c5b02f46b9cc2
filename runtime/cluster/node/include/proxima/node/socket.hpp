// Resolves UDP addresses, and sends and receives datagrams without waiting.
//
//     const auto master = node::resolve("127.0.0.1:27490");
//     const auto socket = node::UdpSocket::to(master);
//     const std::vector<std::uint8_t> bytes{1, 2, 3};
//     socket.send(bytes, master);
//
// Thread safety: one thread at a time uses an object.
// Errors: resolve() and the constructor throw base::Error.
#pragma once

#include <proxima/base/descriptor.hpp>

#include <cstdint>
#include <span>
#include <string>
#include <sys/socket.h>

namespace proxima::node {

constexpr unsigned standard_port = 27490;

struct Address {
    sockaddr_storage storage{};
    socklen_t size = 0;
};

/// Resolves `HOST`, `HOST:PORT`, `[IPV6]:PORT` or `:PORT`.
Address resolve(const std::string& text, bool to_listen = false);
/// Returns numbers, such as `192.0.2.1:27490`.
std::string to_string(const Address& address);

class UdpSocket {
public:
    /// Listens on `address`, with room for many datagrams.
    explicit UdpSocket(const Address& address);
    /// Opens a socket that sends to addresses of the same family as `peer`.
    static UdpSocket to(const Address& peer);

    int descriptor() const { return descriptor_.get(); }
    Address address() const;

    /// Sends a datagram; one that cannot be sent is lost.
    void send(std::span<const std::uint8_t> bytes, const Address& to) const;
    /// Receives a datagram, cut to the size of `bytes`. Returns its size, or -1 if none has
    /// arrived.
    long receive(std::span<std::uint8_t> bytes, Address& from);
    /// Returns the number of datagrams that the kernel dropped because its buffer was full.
    std::uint64_t overflowed() const { return overflowed_; }

private:
    explicit UdpSocket(int family);
    void note_overflow(msghdr& header);

    base::Descriptor descriptor_;
    std::uint64_t overflowed_ = 0;
};

} // namespace proxima::node
