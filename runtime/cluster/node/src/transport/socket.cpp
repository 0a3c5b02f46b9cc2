#include <proxima/base/error.hpp>
#include <proxima/node/datagram.hpp>
#include <proxima/node/socket.hpp>

#include <array>
#include <cerrno>
#include <cstring>
#include <netdb.h>
#include <utility>

namespace proxima::node {
namespace {

// Splits an address into host and port; either may be empty.
std::pair<std::string, std::string> split(const std::string& text) {
    if (text.starts_with('[')) {
        const auto end = text.find(']');
        const auto after = end == std::string::npos ? std::string() : text.substr(end + 1);
        return {text.substr(1, end == std::string::npos ? end : end - 1),
                after.starts_with(':') ? after.substr(1) : std::string()};
    }
    const auto colon = text.rfind(':');
    if (colon == std::string::npos || text.find(':') != colon) { // two: an IPv6 address
        return {text, ""};
    }
    return {text.substr(0, colon), text.substr(colon + 1)};
}

[[noreturn]] void fail(const std::string& what, int why) {
    throw base::Error(what + ": " + std::strerror(why));
}

} // namespace

Address resolve(const std::string& text, bool to_listen) {
    auto [host, port] = split(text);
    if (port.empty()) {
        port = std::to_string(standard_port);
    }
    addrinfo wanted{};
    wanted.ai_socktype = SOCK_DGRAM;
    wanted.ai_flags = AI_NUMERICSERV | (to_listen ? AI_PASSIVE : 0);
    addrinfo* found = nullptr;
    const int failure =
        ::getaddrinfo(host.empty() ? nullptr : host.c_str(), port.c_str(), &wanted, &found);
    if (failure != 0 || found == nullptr) {
        throw base::Error("`" + text + "` is not an address: " + ::gai_strerror(failure) +
                          "; write HOST or HOST:PORT");
    }
    Address address;
    std::memcpy(&address.storage, found->ai_addr, found->ai_addrlen);
    address.size = found->ai_addrlen;
    ::freeaddrinfo(found);
    return address;
}

std::string to_string(const Address& address) {
    std::array<char, NI_MAXHOST> host{};
    std::array<char, NI_MAXSERV> port{};
    if (::getnameinfo(reinterpret_cast<const sockaddr*>(&address.storage), address.size,
                      host.data(), host.size(), port.data(), port.size(),
                      NI_NUMERICHOST | NI_NUMERICSERV) != 0) {
        return "?";
    }
    const std::string name = host.data();
    return (name.find(':') == std::string::npos ? name : "[" + name + "]") + ":" + port.data();
}

UdpSocket::UdpSocket(int family)
    : descriptor_(::socket(family, SOCK_DGRAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0)) {
    if (!descriptor_.is_open()) {
        fail("cannot open a UDP socket", errno);
    }
}

UdpSocket::UdpSocket(const Address& address) : UdpSocket(address.storage.ss_family) {
    if (::bind(descriptor(), reinterpret_cast<const sockaddr*>(&address.storage), address.size) !=
        0) {
        fail("cannot listen on " + to_string(address), errno);
    }
    constexpr int buffer = 8 << 20;
    if (::setsockopt(descriptor(), SOL_SOCKET, SO_RCVBUFFORCE, &buffer, sizeof buffer) != 0) {
        ::setsockopt(descriptor(), SOL_SOCKET, SO_RCVBUF, &buffer, sizeof buffer);
    }
    const int yes = 1;
    ::setsockopt(descriptor(), SOL_SOCKET, SO_RXQ_OVFL, &yes, sizeof yes);
}

UdpSocket UdpSocket::to(const Address& peer) {
    return UdpSocket(peer.storage.ss_family);
}

Address UdpSocket::address() const {
    Address address;
    address.size = sizeof address.storage;
    ::getsockname(descriptor(), reinterpret_cast<sockaddr*>(&address.storage), &address.size);
    return address;
}

void UdpSocket::send(std::span<const std::uint8_t> bytes, const Address& to) const {
    ::sendto(descriptor(), bytes.data(), bytes.size(), MSG_DONTWAIT,
             reinterpret_cast<const sockaddr*>(&to.storage), to.size);
}

long UdpSocket::receive(std::span<std::uint8_t> bytes, Address& from) {
    alignas(cmsghdr) std::array<char, CMSG_SPACE(sizeof(std::uint32_t))> control;
    iovec place{bytes.data(), bytes.size()};
    for (;;) {
        msghdr header{};
        header.msg_name = &from.storage;
        header.msg_namelen = sizeof from.storage;
        header.msg_iov = &place;
        header.msg_iovlen = 1;
        header.msg_control = control.data();
        header.msg_controllen = control.size();
        const auto size = ::recvmsg(descriptor(), &header, MSG_DONTWAIT);
        if (size >= 0) {
            from.size = header.msg_namelen;
            note_overflow(header);
            return size;
        }
        if (errno != EINTR && errno != ECONNREFUSED) { // error of an earlier datagram
            return -1;
        }
    }
}

void UdpSocket::note_overflow(msghdr& header) {
    const auto* note = CMSG_FIRSTHDR(&header);
    if (note != nullptr && note->cmsg_level == SOL_SOCKET && note->cmsg_type == SO_RXQ_OVFL) {
        std::uint32_t lost = 0;
        std::memcpy(&lost, CMSG_DATA(note), sizeof lost);
        overflowed_ = lost;
    }
}

} // namespace proxima::node
