#include "sources.hpp"

#include <proxima/base/descriptor.hpp>
#include <proxima/base/error.hpp>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <netdb.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/un.h>

namespace proxima::live {
namespace {

using Document = nlohmann::json;

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

// Returns the body of the answer.
std::string get(const std::string& address, const std::string& path) {
    const auto socket =
        address.starts_with(unix_prefix) ? connect_unix(address) : connect_port(address);
    const auto request = "GET " + path + " HTTP/1.0\r\n\r\n";
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
    if (answer.rfind("HTTP/1.", 0) != 0 || answer.substr(8, 5) != " 200 " ||
        body == std::string::npos) {
        fail(address, "the answer is not from a monitor");
    }
    return answer.substr(body + 4);
}

LiveActivity activity_of(const Document& json) {
    LiveActivity activity;
    activity.calls = json.at("calls").get<std::uint64_t>();
    activity.sum_us = json.at("sum_us").get<double>();
    activity.inclusive_us = json.at("inclusive_us").get<double>();
    activity.exclusive_us = json.at("exclusive_us").get<double>();
    activity.communication_us = json.at("communication_us").get<double>();
    activity.of_expected = json.value("of_expected", 0.0);
    return activity;
}

std::string name_of(const Document& json) {
    const auto user = json.at("user").get<std::string>();
    const auto method =
        json.at("instance").get<std::string>() + "." + json.at("method").get<std::string>();
    return user.empty() ? method
                        : user + "." + json.at("uses_port").get<std::string>() + " -> " + method;
}

class MonitorSource final : public LiveSource {
public:
    explicit MonitorSource(std::string address) : address_(std::move(address)) {}

    std::string name() const override { return address_; }

    LiveSample look() override {
        const auto text = get(address_, "/state");
        try {
            return sample_of(Document::parse(text));
        } catch (const Document::exception& error) {
            throw base::Error("what " + address_ +
                              " answers is not the state of a monitor: " + error.what());
        }
    }

private:
    static LiveSample sample_of(const Document& json) {
        LiveSample sample;
        sample.elapsed_us = json.at("duration_us").get<double>();
        sample.threads = json.at("threads").get<std::uint64_t>();
        sample.state = "running";
        for (const auto& method : json.at("methods")) {
            sample.methods[name_of(method)] += activity_of(method);
        }
        for (const auto& routine : json.at("routines")) {
            sample.routines[routine.at("name").get<std::string>()] += activity_of(routine);
        }
        return sample;
    }

    std::string address_;
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

std::unique_ptr<LiveSource> make_monitor_source(const std::string& address) {
    return std::make_unique<MonitorSource>(address);
}

} // namespace proxima::live
