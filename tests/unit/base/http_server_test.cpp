// Answers to GET, and to those who ask badly, slowly, or not at all.
#include "temporary_directory.hpp"

#include <proxima/base/error.hpp>
#include <proxima/base/http_server.hpp>

#include <gtest/gtest.h>

#include <arpa/inet.h>
#include <cstdlib>
#include <filesystem>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>
#include <vector>

namespace proxima::base {
namespace {

HttpAnswer greet(std::string_view path) {
    return path == "/large" ? HttpAnswer{200, "text/plain", std::string(3'000'000, 'x')}
           : path == "/"    ? HttpAnswer{200, "text/plain", "hello\n"}
                            : HttpAnswer{};
}

int connect_to_port(const HttpServer& server) {
    const auto& address = server.address();
    sockaddr_in name{};
    name.sin_family = AF_INET;
    name.sin_port = htons(
        static_cast<std::uint16_t>(std::atoi(address.substr(address.rfind(':') + 1).c_str())));
    name.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    const int socket = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    EXPECT_EQ(::connect(socket, reinterpret_cast<const sockaddr*>(&name), sizeof name), 0);
    return socket;
}

// Returns everything received until the other side closes; lets the server work meanwhile.
std::string answer_on(HttpServer& server, int socket) {
    std::string answer;
    for (;;) {
        pollfd waiting[] = {{server.descriptor(), POLLIN, 0}, {socket, POLLIN, 0}};
        if (::poll(waiting, 2, 60'000) <= 0) {
            ADD_FAILURE() << "no answer";
            break;
        }
        server.work();
        if ((waiting[1].revents & (POLLIN | POLLHUP)) != 0) {
            std::vector<char> piece(1 << 16);
            const auto got = ::recv(socket, piece.data(), piece.size(), 0);
            if (got <= 0) {
                break;
            }
            answer.append(piece.data(), static_cast<std::size_t>(got));
        }
    }
    ::close(socket);
    return answer;
}

std::string ask(HttpServer& server, const std::string& request) {
    const int socket = connect_to_port(server);
    EXPECT_EQ(::send(socket, request.data(), request.size(), 0),
              static_cast<ssize_t>(request.size()));
    return answer_on(server, socket);
}

TEST(HttpServer, RefusesWhatItDoesNotUnderstand) {
    HttpServer server("0", greet);
    EXPECT_TRUE(ask(server, "GET /none HTTP/1.0\r\n\r\n").starts_with("HTTP/1.0 404"));
    EXPECT_TRUE(ask(server, "POST / HTTP/1.0\r\n\r\n").starts_with("HTTP/1.0 405"));
    EXPECT_TRUE(ask(server, "GET nothing\r\n\r\n").starts_with("HTTP/1.0 400"));
    EXPECT_TRUE(ask(server, "\r\n\r\n").starts_with("HTTP/1.0 405"));
    EXPECT_TRUE(ask(server, std::string(10'000, 'x')).starts_with("HTTP/1.0 431"));
}

TEST(HttpServer, IsNotKeptByThoseWhoSayNothing) {
    HttpServer server("127.0.0.1:0", greet);
    std::vector<int> silent;
    for (int i = 0; i < 200; ++i) {
        silent.push_back(connect_to_port(server));
        server.work();
    }
    EXPECT_TRUE(ask(server, "GET / HTTP/1.0\r\n\r\n").ends_with("hello\n"));
    for (const int socket : silent) {
        ::close(socket);
    }
    EXPECT_TRUE(ask(server, "GET / HTTP/1.0\r\n\r\n").ends_with("hello\n"));
}

TEST(HttpServer, ListensOnAFileThatOnlyItsOwnerMayOpen) {
    const proxima::unit::TemporaryDirectory directory;
    const auto file = (directory.path() / "socket").string();
    {
        HttpServer server("unix:" + file, greet);
        struct stat facts{};
        ASSERT_EQ(::stat(file.c_str(), &facts), 0);
        EXPECT_EQ(facts.st_mode & 0777, 0600U);
        sockaddr_un name{};
        name.sun_family = AF_UNIX;
        file.copy(name.sun_path, sizeof name.sun_path - 1);
        const int socket = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
        ASSERT_EQ(::connect(socket, reinterpret_cast<const sockaddr*>(&name), sizeof name), 0);
        const std::string request = "GET / HTTP/1.0\r\n\r\n";
        ::send(socket, request.data(), request.size(), 0);
        EXPECT_TRUE(answer_on(server, socket).ends_with("hello\n"));
    }
    EXPECT_FALSE(std::filesystem::exists(file));
}

} // namespace
} // namespace proxima::base
