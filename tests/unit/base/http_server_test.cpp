// Answers to GET, and to clients that send bad requests, are slow, or send nothing.
#include "temporary_directory.hpp"

#include <proxima/base/error.hpp>
#include <proxima/base/http_server.hpp>
#include <proxima/base/http_token.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <arpa/inet.h>
#include <atomic>
#include <csignal>
#include <cstddef>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <iterator>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <memory>
#include <netinet/in.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <thread>
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

// Servers keep their tokens in a directory of the tests.
const proxima::unit::TemporaryDirectory& home() {
    static const proxima::unit::TemporaryDirectory made;
    ::setenv("HOME", made.path().c_str(), 1);
    return made;
}

class HttpServerTest : public testing::Test {
protected:
    HttpServerTest() { home(); }
};

std::string token_of(const HttpServer& server) {
    const auto& address = server.address();
    return read_http_token(http_token_file(address.substr(address.rfind(':') + 1)));
}

// Asks as a client who knows the token.
std::string ask(HttpServer& server, std::string request) {
    request.insert(std::min(request.find("\r\n") + 2, request.size()),
                   "Authorization: Bearer " + token_of(server) + "\r\n");
    const int socket = connect_to_port(server);
    EXPECT_EQ(::send(socket, request.data(), request.size(), 0),
              static_cast<ssize_t>(request.size()));
    return answer_on(server, socket);
}

TEST_F(HttpServerTest, RefusesWhatItDoesNotUnderstand) {
    HttpServer server("0", greet);
    EXPECT_TRUE(ask(server, "GET /none HTTP/1.0\r\n\r\n").starts_with("HTTP/1.0 404"));
    EXPECT_TRUE(ask(server, "POST / HTTP/1.0\r\n\r\n").starts_with("HTTP/1.0 405"));
    EXPECT_TRUE(ask(server, "GET nothing\r\n\r\n").starts_with("HTTP/1.0 400"));
    EXPECT_TRUE(ask(server, "\r\n\r\n").starts_with("HTTP/1.0 405"));
    // Servers and proxies do not agree on whose Host these are.
    for (const std::string header :
         {"Host : example.org", " Host: example.org", "Host\t: example.org",
          "X: y\r\n Host: example.org", "X: y\rHost: example.org", "Host"}) {
        EXPECT_TRUE(
            ask(server, "GET / HTTP/1.1\r\n" + header + "\r\n\r\n").starts_with("HTTP/1.0 400"))
            << header;
    }
    EXPECT_TRUE(ask(server, std::string(10'000, 'x')).starts_with("HTTP/1.0 431"));
}

TEST_F(HttpServerTest, IsNotKeptByThoseWhoSayNothing) {
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

TEST_F(HttpServerTest, ListensOnAFileThatOnlyItsOwnerMayOpen) {
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

// A child that has begun, and does nothing until the object is gone.
class IdleChild {
public:
    IdleChild() {
        int begun[2];
        EXPECT_EQ(::pipe(begun), 0);
        id_ = ::fork();
        if (id_ == 0) {
            ::_exit(::write(begun[1], "x", 1) == 1 ? (::pause(), 0) : 1);
        }
        char byte = 0;
        EXPECT_EQ(::read(begun[0], &byte, 1), 1);
        ::close(begun[0]);
        ::close(begun[1]);
    }
    IdleChild(const IdleChild&) = delete;
    IdleChild& operator=(const IdleChild&) = delete;
    ~IdleChild() {
        if (id_ <= 0) {
            return;
        }
        ::kill(id_, SIGKILL);
        ::waitpid(id_, nullptr, 0);
    }

private:
    pid_t id_ = 0;
};

TEST_F(HttpServerTest, ForgetsConnectionsThatAChildHasOpenToo) {
    HttpServer server("0", greet);
    const int client = connect_to_port(server);
    ::send(client, "GET ", 4, MSG_NOSIGNAL);
    server.work();
    const IdleChild child;
    std::vector<int> others; // as many as push the first one out
    for (int i = 0; i < 200; ++i) {
        others.push_back(connect_to_port(server));
        server.work();
    }
    ::send(client, "/ HTTP/1.0\r\n\r\n", 14, MSG_NOSIGNAL);
    server.work();
    EXPECT_TRUE(ask(server, "GET / HTTP/1.0\r\n\r\n").ends_with("hello\n"));
    for (const int socket : others) {
        ::close(socket);
    }
    ::close(client);
}

TEST_F(HttpServerTest, LeavesItsPortToNoChild) {
    auto server = std::make_unique<HttpServer>("0", greet);
    const auto address = server->address();
    // Calls no handlers of fork(), as if the child had not come to them yet.
    const auto child = static_cast<pid_t>(::syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0));
    if (child == 0) {
        ::pause();
        ::_exit(0);
    }
    server.reset();
    EXPECT_NO_THROW(HttpServer(address, greet));
    ::kill(child, SIGKILL);
    ::waitpid(child, nullptr, 0);
}

TEST_F(HttpServerTest, LeavesItsConnectionsToNoChild) {
    HttpServer server("0", greet);
    std::vector<int> clients;
    for (int i = 0; i < 5; ++i) {
        clients.push_back(connect_to_port(server));
        server.work();
    }
    const auto sockets = [] {
        int count = 0;
        for (const auto& open : std::filesystem::directory_iterator("/proc/self/fd")) {
            std::error_code ignored;
            count += std::filesystem::is_socket(open.path(), ignored) ? 1 : 0;
        }
        return count;
    };
    const int others = sockets() - 6; // the port and five connections
    if (const pid_t child = ::fork(); child == 0) {
        const bool has_none = sockets() == others;
        std::vector<int> reused; // the numbers of the connections
        for (int i = 0; i < 8; ++i) {
            reused.push_back(::open("/dev/null", O_RDONLY | O_CLOEXEC));
        }
        const pid_t grandchild = ::fork();
        if (grandchild == 0) {
            ::_exit(std::all_of(reused.begin(), reused.end(),
                                [](int file) { return ::fcntl(file, F_GETFD) >= 0; })
                        ? 0
                        : 1);
        }
        int status = -1;
        ::waitpid(grandchild, &status, 0);
        ::_exit(has_none && status == 0 ? 0 : 1);
    } else {
        int status = -1;
        ::waitpid(child, &status, 0);
        EXPECT_EQ(status, 0);
    }
    EXPECT_TRUE(ask(server, "GET / HTTP/1.0\r\n\r\n").ends_with("hello\n"));
    for (const int client : clients) {
        ::close(client);
    }
}

TEST_F(HttpServerTest, KeepsItsFileWhenAChildEnds) {
    const proxima::unit::TemporaryDirectory directory;
    const auto file = (directory.path() / "socket").string();
    auto server = std::make_unique<HttpServer>("unix:" + file, greet);
    if (const pid_t child = ::fork(); child == 0) {
        server.reset();
        ::_exit(0);
    } else {
        ::waitpid(child, nullptr, 0);
    }
    EXPECT_TRUE(std::filesystem::exists(file));
}

TEST_F(HttpServerTest, LeavesTheSocketOfALivingServerAlone) {
    const proxima::unit::TemporaryDirectory directory;
    const auto file = (directory.path() / "socket").string();
    {
        const HttpServer first("unix:" + file, greet);
        EXPECT_THROW(HttpServer("unix:" + file, greet), Error);
        EXPECT_TRUE(std::filesystem::exists(file));
    }
    if (const pid_t child = ::fork(); child == 0) {
        auto* const killed = new HttpServer("unix:" + file, greet); // leaves its file
        ::_exit(killed == nullptr ? 1 : 0);
    } else {
        ::waitpid(child, nullptr, 0);
    }
    EXPECT_NO_THROW(HttpServer("unix:" + file, greet));
}

TEST_F(HttpServerTest, ChangesNoModesOfFilesThatOtherThreadsMake) {
    const proxima::unit::TemporaryDirectory directory;
    const auto file = (directory.path() / "socket").string();
    const auto made = (directory.path() / "made").string();
    std::atomic<bool> ends{false};
    int wrong = 0;
    const mode_t mask = ::umask(022);
    std::thread maker([&] {
        while (!ends) {
            const int descriptor = ::open(made.c_str(), O_CREAT | O_WRONLY | O_EXCL, 0666);
            struct stat facts{};
            ::fstat(descriptor, &facts);
            wrong += (facts.st_mode & 0777) != 0644 ? 1 : 0;
            ::close(descriptor);
            ::unlink(made.c_str());
        }
    });
    for (int i = 0; i < 2000; ++i) {
        const HttpServer server("unix:" + file, greet);
    }
    ends = true;
    maker.join();
    ::umask(mask);
    EXPECT_EQ(wrong, 0);
}

TEST_F(HttpServerTest, AnswersOnlyToNamesOfThisMachine) {
    HttpServer server("0", greet);
    for (const std::string host : {"localhost", "localhost:9100", "127.0.0.1", "[::1]:80"}) {
        EXPECT_TRUE(
            ask(server, "GET / HTTP/1.1\r\nHost: " + host + "\r\n\r\n").ends_with("hello\n"))
            << host;
    }
    for (const std::string host :
         {"example.org", "127.0.0.1.example.org", "10.0.0.1:80", "[::1].example.org",
          "[::1]example.org:80", "localhost:80.example.org", "[::2]", "[::1",
          "localhost@example.org", "localhost\r\nHost: example.org", "\texample.org", "0.0.0.0",
          "2130706433", "example.org\r\nX-Forwarded-Host: localhost"}) {
        EXPECT_TRUE(
            ask(server, "GET / HTTP/1.1\r\nhost:" + host + "\r\n\r\n").starts_with("HTTP/1.0 403"))
            << host;
    }
    EXPECT_TRUE(ask(server, "GET http://example.org/ HTTP/1.1\r\nHost: localhost\r\n\r\n")
                    .starts_with("HTTP/1.0 400"));
}

TEST_F(HttpServerTest, AnswersOnAPortOnlyThoseWhoKnowTheToken) {
    std::string file;
    {
        HttpServer server("0", greet);
        const auto token = token_of(server);
        file = http_token_file(server.address().substr(server.address().rfind(':') + 1)).string();
        struct stat facts{};
        ASSERT_EQ(::stat(file.c_str(), &facts), 0);
        EXPECT_EQ(facts.st_mode & 0777, 0600U);
        EXPECT_EQ(token.size(), 32U);
        for (const auto& sent :
             {std::string(), token.substr(1), token + "0", std::string(32, '0')}) {
            const int socket = connect_to_port(server);
            const auto request = "GET / HTTP/1.0\r\nAuthorization: Bearer " + sent + "\r\n\r\n";
            ::send(socket, request.data(), request.size(), 0);
            EXPECT_TRUE(answer_on(server, socket).starts_with("HTTP/1.0 401")) << sent;
        }
        EXPECT_TRUE(ask(server, "GET / HTTP/1.0\r\n\r\n").ends_with("hello\n"));
        EXPECT_NE(token_of(HttpServer("0", greet)), token);
    }
    EXPECT_NE(::access(file.c_str(), F_OK), 0);
}

// Ends the process when it changes the mode of an open file. Returns false if the system cannot.
bool end_at_fchmod() {
    sock_filter program[] = {BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
                             BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_fchmod, 0, 1),
                             BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
                             BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)};
    const sock_fprog filter{std::size(program), program};
    return ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
           ::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter) == 0;
}

TEST(HttpToken, IsAtNoMomentInAFileThatOthersCanOpen) {
    const proxima::unit::TemporaryDirectory folder;
    const auto child = ::fork();
    if (child == 0) {
        ::umask(0);
        if (end_at_fchmod()) {
            make_http_token(folder.path() / "a.token");
        }
        ::_exit(1);
    }
    int status = 0;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    if (!WIFSIGNALED(status)) {
        GTEST_SKIP() << "the system filters no calls";
    }
    for (const auto& file : std::filesystem::directory_iterator(folder.path())) {
        EXPECT_EQ(file.status().permissions() & std::filesystem::perms(0077),
                  std::filesystem::perms::none)
            << file.path();
    }
}

} // namespace
} // namespace proxima::base
