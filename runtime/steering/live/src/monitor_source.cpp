#include "sources.hpp"

#include <proxima/base/descriptor.hpp>
#include <proxima/base/error.hpp>
#include <proxima/base/http_token.hpp>
#include <proxima/base/json.hpp>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <netdb.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/un.h>

namespace proxima::live {
namespace {

constexpr std::string_view unix_prefix = "unix:";
constexpr std::size_t most_bytes = std::size_t{4} << 20; // a method takes 300
constexpr std::chrono::seconds most_time{60};            // for one answer
constexpr timeval patience{5, 0};

base::Descriptor socket_of(int family) {
    base::Descriptor made(::socket(family, SOCK_STREAM | SOCK_CLOEXEC, 0));
    ::setsockopt(made.get(), SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    ::setsockopt(made.get(), SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
    return made;
}

[[noreturn]] void fail(const std::string& address, const std::string& why) {
    throw base::Error("cannot ask " + address + ": " + why +
                      " (does a PerformanceMonitor there have the parameter serve?)");
}

base::Descriptor connect_unix(const std::string& address) {
    const auto file = address.substr(unix_prefix.size());
    sockaddr_un name{};
    name.sun_family = AF_UNIX;
    if (file.size() >= sizeof name.sun_path) {
        fail(address, "the name of the socket is too long");
    }
    std::copy(file.begin(), file.end(), name.sun_path);
    auto socket = socket_of(AF_UNIX);
    if (::connect(socket.get(), reinterpret_cast<const sockaddr*>(&name), sizeof name) != 0) {
        fail(address, std::strerror(errno));
    }
    return socket;
}

base::Descriptor connect_port(const std::string& address) {
    const auto colon = address.rfind(':');
    addrinfo hints{};
    hints.ai_socktype = SOCK_STREAM;
    addrinfo* found = nullptr;
    if (const int error = ::getaddrinfo(address.substr(0, colon).c_str(),
                                        address.substr(colon + 1).c_str(), &hints, &found)) {
        fail(address, ::gai_strerror(error));
    }
    const std::unique_ptr<addrinfo, decltype(&::freeaddrinfo)> all(found, &::freeaddrinfo);
    for (const auto* one = all.get(); one != nullptr; one = one->ai_next) {
        auto socket = socket_of(one->ai_family);
        if (::connect(socket.get(), one->ai_addr, one->ai_addrlen) == 0) {
            return socket;
        }
    }
    fail(address, std::strerror(errno));
}

// The token that the monitor wants, as a header. None is sent to other machines unless the user
// names its file. The peer decides, because a name such as 127.example.org may lead anywhere.
std::string authorization(const base::Descriptor& socket, const std::filesystem::path& file) {
    sockaddr_in peer{};
    socklen_t size = sizeof peer;
    const bool is_here =
        ::getpeername(socket.get(), reinterpret_cast<sockaddr*>(&peer), &size) == 0 &&
        peer.sin_family == AF_INET && ntohl(peer.sin_addr.s_addr) >> 24 == 127;
    const auto token =
        !file.empty() ? base::read_http_token(file)
        : is_here
            ? base::read_http_token(base::http_token_file(std::to_string(ntohs(peer.sin_port))))
            : std::string();
    return token.empty() ? token : "Authorization: Bearer " + token + "\r\n";
}

// Returns the state of the monitor, as it answers.
std::string get(const std::string& address, const std::filesystem::path& token) {
    const auto socket =
        address.starts_with(unix_prefix) ? connect_unix(address) : connect_port(address);
    const auto request = "GET /state HTTP/1.0\r\n" + authorization(socket, token) + "\r\n";
    if (::send(socket.get(), request.data(), request.size(), MSG_NOSIGNAL) < 0) {
        fail(address, std::strerror(errno));
    }
    const auto deadline = std::chrono::steady_clock::now() + most_time;
    std::string answer;
    std::array<char, 65536> piece;
    ssize_t got = 0;
    while ((got = ::recv(socket.get(), piece.data(), piece.size(), 0)) > 0) {
        answer.append(piece.data(), static_cast<std::size_t>(got));
        if (answer.size() > most_bytes) {
            fail(address, "the answer has more than 4 MiB");
        }
        if (std::chrono::steady_clock::now() > deadline) {
            fail(address, "the answer takes more than a minute");
        }
    }
    const auto body = answer.find("\r\n\r\n");
    if (got < 0) {
        fail(address, std::strerror(errno));
    }
    if (answer.rfind("HTTP/1.", 0) == 0 && answer.substr(8, 5) == " 401 ") {
        throw base::Error(address + " answers only those who know its token; name its file by "
                                    "--token");
    }
    if (answer.rfind("HTTP/1.", 0) != 0 || answer.substr(8, 5) != " 200 " ||
        body == std::string::npos) {
        fail(address, "the answer is not from a monitor");
    }
    return answer.substr(body + 4);
}

LiveActivity activity_of(base::LocatedObject& json) {
    LiveActivity activity;
    json.read("calls", activity.calls);
    activity.sum_us = json.number("sum_us").value_or(0);
    activity.inclusive_us = json.number("inclusive_us").value_or(0);
    activity.exclusive_us = json.number("exclusive_us").value_or(0);
    activity.communication_us = json.number("communication_us").value_or(0);
    activity.of_expected = json.number("of_expected").value_or(0);
    return activity;
}

std::string name_of(base::LocatedObject& json) {
    const auto user = json.text("user", "");
    const auto method = json.text("instance", "") + "." + json.name("method");
    return user.empty() ? method : user + "." + json.text("uses_port", "") + " -> " + method;
}

class MonitorSource final : public LiveSource {
public:
    MonitorSource(std::string address, std::filesystem::path token)
        : address_(std::move(address)), token_(std::move(token)) {}

    std::string name() const override { return address_; }

    LiveSample look() override { return parse_state(address_, get(address_, token_)); }

private:
    std::string address_;
    std::filesystem::path token_; // its file, if the user has named one
};

} // namespace

bool is_address(const std::string& target) {
    const auto colon = target.rfind(':');
    const auto port = colon == std::string::npos ? "" : target.substr(colon + 1);
    return target.starts_with(unix_prefix) ||
           (!port.empty() && colon > 0 && target.find('/') == std::string::npos &&
            std::all_of(port.begin(), port.end(),
                        [](unsigned char c) { return c >= '0' && c <= '9'; }));
}

LiveSample parse_state(const std::filesystem::path& address, std::string text) {
    const auto json = base::parse_located_json(address, std::move(text));
    base::LocatedObject state(address, json, "the state of a monitor");
    state.require_format(1);
    LiveSample sample;
    state.read("duration_us", sample.elapsed_us);
    state.read("threads", sample.threads);
    sample.state = "running";
    for (const auto& element : state.elements("methods")) {
        base::LocatedObject method(address, element, "a method");
        auto& activity = sample.methods[name_of(method)] += activity_of(method);
        activity.threads = sample.threads; // a monitor does not tell which
    }
    for (const auto& element : state.elements("routines")) {
        base::LocatedObject routine(address, element, "a routine");
        sample.routines[routine.name("name")] += activity_of(routine);
    }
    return sample;
}

std::unique_ptr<LiveSource> make_monitor_source(const std::string& address,
                                                const std::filesystem::path& token) {
    return std::make_unique<MonitorSource>(address, token);
}

} // namespace proxima::live
