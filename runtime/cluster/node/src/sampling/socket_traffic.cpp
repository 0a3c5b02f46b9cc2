#include "sampling/socket_traffic.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <filesystem>
#include <linux/inet_diag.h>
#include <linux/netlink.h>
#include <linux/rtnetlink.h>
#include <linux/sock_diag.h>
#include <linux/tcp.h>
#include <netinet/in.h>
#include <string>
#include <sys/socket.h>
#include <system_error>

namespace proxima::node {
namespace {

namespace fs = std::filesystem;

// The inode of a link such as `socket:[1234]`, or 0.
std::uint64_t inode_of(const std::string& target) {
    constexpr std::string_view begin = "socket:[";
    return target.starts_with(begin) ? std::stoull(target.substr(begin.size())) : 0;
}

bool is_loopback(const inet_diag_msg& socket) {
    const auto* const bytes = reinterpret_cast<const std::uint8_t*>(socket.id.idiag_dst);
    constexpr std::array<std::uint8_t, 12> mapped{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff};
    constexpr std::uint8_t net = 127;
    if (socket.idiag_family == AF_INET) {
        return bytes[0] == net;
    }
    return IN6_IS_ADDR_LOOPBACK(reinterpret_cast<const in6_addr*>(bytes)) ||
           (std::equal(mapped.begin(), mapped.end(), bytes) && bytes[mapped.size()] == net);
}

// Packets with data beyond those that the bytes fill.
std::uint64_t small_packets(std::uint64_t packets, std::uint64_t bytes, std::uint64_t packet_size) {
    const auto filled = bytes / std::max<std::uint64_t>(packet_size, 1);
    return packets > filled ? packets - filled : 0;
}

SocketTraffic::Traffic traffic_of(const tcp_info& info) {
    const auto sent =
        small_packets(info.tcpi_data_segs_out, info.tcpi_bytes_acked, info.tcpi_snd_mss);
    const auto received =
        small_packets(info.tcpi_data_segs_in, info.tcpi_bytes_received, info.tcpi_rcv_mss);
    return {info.tcpi_bytes_acked, info.tcpi_bytes_received, std::min(sent, received)};
}

// Datagrams received and sent, over both versions of the protocol.
std::uint64_t datagrams_of(std::string_view udp, std::string_view udp6) {
    std::uint64_t sum = number_of(udp6, "Udp6InDatagrams") + number_of(udp6, "Udp6OutDatagrams");
    if (auto fields = numbers_of(udp, "Udp: ")) {
        sum += fields->number();
        fields->skip(2);
        sum += fields->number();
    }
    return sum;
}

} // namespace

std::pair<std::uint64_t, std::uint64_t> traffic_of_links(std::string_view text) {
    std::pair<std::uint64_t, std::uint64_t> sum;
    each_link(text, [&](std::string_view name, const auto& numbers) {
        sum.first += name != "lo" ? numbers[0] : 0;
        sum.second += name != "lo" ? numbers[8] : 0;
    });
    return sum;
}

std::uint64_t MostUncounted::bytes(bool has_sockets) {
    constexpr std::uint64_t largest_datagram = 65535;
    const auto [received, sent] = traffic_of_links(links_.read());
    const auto udp = std::string(udp_.read());
    const auto datagrams = datagrams_of(udp, udp6_.read());
    const auto grown = [](std::uint64_t now, std::uint64_t last) {
        return last == 0 || now < last ? 0 : now - last; // an interface may leave
    };
    if (has_sockets || had_sockets_) {
        bytes_ += std::min(std::max(grown(received, last_received_), grown(sent, last_sent_)),
                           grown(datagrams, last_datagrams_) * largest_datagram);
    }
    last_received_ = received;
    last_sent_ = sent;
    last_datagrams_ = datagrams;
    had_sockets_ = has_sockets;
    return bytes_;
}

SocketTraffic::SocketTraffic()
    : descriptor_(::socket(AF_NETLINK, SOCK_DGRAM | SOCK_CLOEXEC, NETLINK_SOCK_DIAG)) {
}

void SocketTraffic::list(const std::vector<int>& pids) {
    for (const int pid : pids) {
        std::error_code failure;
        for (fs::directory_iterator at("/proc/" + std::to_string(pid) + "/fd", failure), end;
             !failure && at != end; at.increment(failure)) {
            std::error_code gone;
            if (const auto inode = inode_of(fs::read_symlink(at->path(), gone).string())) {
                sockets_.try_emplace(inode);
            }
        }
    }
}

void SocketTraffic::read() {
    uncounted_ = 0;
    if (sockets_.empty()) {
        return;
    }
    for (const int family : {AF_INET, AF_INET6}) {
        read(family, IPPROTO_TCP);
        read(family, IPPROTO_UDP);
    }
}

void SocketTraffic::read(int family, int protocol) {
    struct {
        nlmsghdr head;
        inet_diag_req_v2 request;
    } question{};
    question.head.nlmsg_len = sizeof question;
    question.head.nlmsg_type = SOCK_DIAG_BY_FAMILY;
    question.head.nlmsg_flags = NLM_F_REQUEST | NLM_F_DUMP;
    question.request.sdiag_family = static_cast<std::uint8_t>(family);
    question.request.sdiag_protocol = static_cast<std::uint8_t>(protocol);
    question.request.idiag_ext = 1U << (INET_DIAG_INFO - 1);
    question.request.idiag_states = ~0U;
    if (::send(descriptor_.get(), &question, sizeof question, 0) < 0) {
        return;
    }
    alignas(nlmsghdr) std::array<char, std::size_t{1} << 16> answer;
    for (;;) {
        auto size = ::recv(descriptor_.get(), answer.data(), answer.size(), 0);
        if (size <= 0) {
            return;
        }
        for (const auto* head = reinterpret_cast<const nlmsghdr*>(answer.data());
             NLMSG_OK(head, size); head = NLMSG_NEXT(head, size)) {
            if (head->nlmsg_type == NLMSG_DONE || head->nlmsg_type == NLMSG_ERROR) {
                return;
            }
            const auto& socket = *static_cast<const inet_diag_msg*>(NLMSG_DATA(head));
            const auto known = sockets_.find(socket.idiag_inode);
            if (known == sockets_.end() || is_loopback(socket)) {
                continue;
            }
            if (protocol == IPPROTO_UDP) {
                ++uncounted_;
                continue;
            }
            auto rest = static_cast<int>(head->nlmsg_len - NLMSG_LENGTH(sizeof socket));
            for (const auto* part = reinterpret_cast<const rtattr*>(&socket + 1);
                 RTA_OK(part, rest); part = RTA_NEXT(part, rest)) {
                if (part->rta_type == INET_DIAG_INFO) {
                    tcp_info info{};
                    std::memcpy(&info, RTA_DATA(part),
                                std::min<std::size_t>(sizeof info, RTA_PAYLOAD(part)));
                    known->second = traffic_of(info);
                }
            }
        }
    }
}

SocketTraffic::Traffic SocketTraffic::total() const {
    Traffic sum;
    for (const auto& [inode, one] : sockets_) {
        sum.sent += one.sent;
        sum.received += one.received;
        sum.round_trips += one.round_trips;
    }
    return sum;
}

} // namespace proxima::node
