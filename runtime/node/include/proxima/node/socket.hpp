// UDP: addresses as people write them, and a socket that never waits.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <sys/socket.h>

namespace proxima::node {

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
    /// Bound to `address`. Throws base::Error, as when another is.
    explicit UdpSocket(const Address& address);
    /// To be sent from, to addresses of the family of `peer`.
    static UdpSocket to(const Address& peer);
    UdpSocket(UdpSocket&& other) noexcept;
    UdpSocket& operator=(UdpSocket&&) = delete;
    ~UdpSocket();

    int descriptor() const { return descriptor_; }
    Address address() const;

    /// What cannot be sent is lost, as what is lost on the way.
    void send(std::span<const std::uint8_t> bytes, const Address& to) const;
    /// The size of a datagram put into `bytes`, which is cut there; -1 if there is none now.
    long receive(std::span<std::uint8_t> bytes, Address& from) const;

private:
    explicit UdpSocket(int family);

    int descriptor_ = -1;
};

} // namespace proxima::node
