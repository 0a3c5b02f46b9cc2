// UDP addresses, and a socket that never waits.
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

    friend bool operator==(const Address& a, const Address& b);
};

/// `HOST`, `HOST:PORT`, `[IPV6]:PORT` or `:PORT`. Throws base::Error.
Address resolve(const std::string& text, bool to_listen = false);
/// `192.0.2.1:27490`
std::string to_string(const Address& address);

class UdpSocket {
public:
    /// Listens on `address`, with room for many datagrams. Throws base::Error.
    explicit UdpSocket(const Address& address);
    /// Sends to addresses of the family of `peer`.
    static UdpSocket to(const Address& peer);

    int descriptor() const { return descriptor_.get(); }
    Address address() const;

    /// A datagram that cannot be sent is lost, like one that the network loses.
    void send(std::span<const std::uint8_t> bytes, const Address& to) const;
    /// The size of the next datagram, cut to that of `bytes`; -1 if there is none now.
    long receive(std::span<std::uint8_t> bytes, Address& from);
    /// Datagrams that the kernel dropped because they were not read fast enough.
    std::uint64_t overflowed() const { return overflowed_; }

private:
    explicit UdpSocket(int family);
    void note_overflow(msghdr& header);

    base::Descriptor descriptor_;
    std::uint64_t overflowed_ = 0;
};

} // namespace proxima::node
