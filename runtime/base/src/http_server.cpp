#include <proxima/base/descriptor.hpp>
#include <proxima/base/error.hpp>
#include <proxima/base/http_server.hpp>
#include <proxima/base/http_token.hpp>
#include <proxima/base/text.hpp>

#include <algorithm>
#include <arpa/inet.h>
#include <array>
#include <cctype>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <map>
#include <mutex>
#include <netinet/in.h>
#include <optional>
#include <pthread.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>
#include <utility>
#include <vector>

namespace proxima::base {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t longest_request = 8192;
constexpr std::size_t most_connections = 64;
constexpr std::chrono::seconds patience{10}; // until an idle connection is closed
constexpr std::chrono::seconds deadline{60}; // until any connection is closed
constexpr std::string_view unix_prefix = "unix:";

[[noreturn]] void fail(const std::string& address) {
    throw Error("cannot listen on " + address + ": " + std::strerror(errno));
}

// Removes a socket that a killed server of this user left, and nothing else.
void remove_abandoned(const std::string& file, const sockaddr_un& name) {
    struct stat facts{};
    if (::lstat(file.c_str(), &facts) != 0 || !S_ISSOCK(facts.st_mode)) {
        return;
    }
    const Descriptor probe(::socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
    const bool is_abandoned =
        ::connect(probe.get(), reinterpret_cast<const sockaddr*>(&name), sizeof name) != 0 &&
        errno == ECONNREFUSED;
    if (!is_abandoned || facts.st_uid != ::geteuid()) {
        throw Error(file, "is the socket of another program; choose another name");
    }
    ::unlink(file.c_str());
}

Descriptor open_unix(const std::string& file) {
    sockaddr_un name{};
    name.sun_family = AF_UNIX;
    if (file.empty() || file.size() >= sizeof name.sun_path) {
        throw Error(file, "cannot be the name of a socket; choose one of 1 to 107 characters");
    }
    std::copy(file.begin(), file.end(), name.sun_path);
    remove_abandoned(file, name);
    Descriptor listening(::socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
    // Linux gives the file the mode of the socket. Changing the umask would change the files that
    // other threads of the program create at this moment.
    if (::fchmod(listening.get(), 0600) != 0 ||
        ::bind(listening.get(), reinterpret_cast<const sockaddr*>(&name), sizeof name) != 0) {
        fail(file);
    }
    return listening;
}

// Accepts only 127.0.0.0/8, so that no name server decides who may read.
std::optional<sockaddr_in> loopback(const std::string& address) {
    const auto colon = address.rfind(':');
    const bool has_host = colon != std::string::npos;
    const auto host = has_host ? address.substr(0, colon) : "localhost";
    const auto port = number_of<std::uint16_t>(address.substr(has_host ? colon + 1 : 0));
    const char* const numeric = host == "localhost" ? "127.0.0.1" : host.c_str();
    sockaddr_in name{};
    name.sin_family = AF_INET;
    if (!port || ::inet_pton(AF_INET, numeric, &name.sin_addr) != 1 ||
        ntohl(name.sin_addr.s_addr) >> 24 != 127) {
        return std::nullopt;
    }
    name.sin_port = htons(*port);
    return name;
}

Descriptor open_port(const std::string& address, std::string& actual) {
    auto name = loopback(address);
    if (!name) {
        throw Error("`" + address +
                    "` is not an address to listen on; write PORT, 127.0.0.1:PORT or "
                    "unix:FILE (others than this machine are not answered)");
    }
    Descriptor listening(::socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
    const int yes = 1;
    ::setsockopt(listening.get(), SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    auto* const generic = reinterpret_cast<sockaddr*>(&*name);
    socklen_t size = sizeof *name;
    if (::bind(listening.get(), generic, size) != 0 ||
        ::getsockname(listening.get(), generic, &size) != 0) {
        fail(address);
    }
    std::array<char, INET_ADDRSTRLEN> host{};
    ::inet_ntop(AF_INET, &name->sin_addr, host.data(), host.size());
    actual = host.data() + (":" + std::to_string(ntohs(name->sin_port)));
    return listening;
}

std::string text_of(const HttpAnswer& answer, bool has_body) {
    return "HTTP/1.0 " + std::to_string(answer.status) + (answer.status < 400 ? " OK" : " Error") +
           "\r\nContent-Type: " + answer.type +
           "\r\nContent-Length: " + std::to_string(answer.body.size()) +
           "\r\nConnection: close\r\n\r\n" + (has_body ? answer.body : std::string());
}

bool equal_without_case(std::string_view left, std::string_view right) {
    return std::equal(left.begin(), left.end(), right.begin(), right.end(),
                      [](unsigned char a, unsigned char b) { return std::tolower(a) == b; });
}

// Returns the values of all header fields of a name, which is in lower case.
std::vector<std::string_view> fields(std::string_view request, std::string_view name) {
    std::vector<std::string_view> values;
    for (auto end = request.find('\n'); end != std::string_view::npos;
         end = request.find('\n', end + 1)) {
        const auto rest = request.substr(end + 1);
        const auto line = rest.substr(0, rest.find_first_of("\r\n"));
        if (line.size() > name.size() && line[name.size()] == ':' &&
            equal_without_case(line.substr(0, name.size()), name)) {
            const auto value = line.substr(name.size() + 1);
            values.push_back(value.substr(std::min(value.find_first_not_of(' '), value.size())));
        }
    }
    return values;
}

// Detects DNS rebinding: a foreign page whose name resolves to this machine has that name in Host.
bool is_for_this_machine(std::string_view host) {
    const bool is_ipv6 = host.starts_with('[');
    const auto name = host.substr(0, is_ipv6 ? host.find(']') + 1 : host.find(':'));
    const auto port = host.substr(name.size());
    if (!port.empty() && !number_of<std::uint16_t>(port.substr(1))) {
        return false;
    }
    return host.empty() || name == "[::1]" || name == "localhost" ||
           loopback(std::string(name) + ":0").has_value();
}

// `token` is empty on a socket that only its owner can open.
bool has_token(std::string_view request, std::string_view token) {
    constexpr std::string_view scheme = "Bearer ";
    const auto sent = fields(request, "authorization");
    return token.empty() || (sent.size() == 1 && sent.front().starts_with(scheme) &&
                             is_http_token(sent.front().substr(scheme.size()), token));
}

std::string answer_to(std::string_view request, std::string_view token,
                      const HttpServer::Answer& answer) {
    const auto line = request.substr(0, request.find_first_of("\r\n"));
    const auto method = line.substr(0, line.find(' '));
    const auto rest = method.size() < line.size() ? line.substr(method.size() + 1) : "";
    const auto path = rest.substr(0, rest.find_first_of(" ?"));
    if (method != "GET" && method != "HEAD") {
        return text_of({405, "text/plain", "only GET is answered\n"}, true);
    }
    if (path.empty() || path.front() != '/') {
        return text_of({400, "text/plain", "no HTTP request\n"}, true);
    }
    const auto hosts = fields(request, "host");
    if (!std::all_of(hosts.begin(), hosts.end(), is_for_this_machine)) {
        return text_of({403, "text/plain", "only requests to this machine are answered\n"}, true);
    }
    if (!has_token(request, token)) {
        return text_of({401, "text/plain", "send the token of this user\n"}, true);
    }
    return text_of(answer(path), method == "GET");
}

} // namespace

class HttpServer::Connections {
public:
    Connections(const std::string& address, Answer answer)
        : answer_(std::move(answer)), polled_(::epoll_create1(EPOLL_CLOEXEC)) {
        if (address.starts_with(unix_prefix)) {
            file_ = address.substr(unix_prefix.size());
            listening_ = open_unix(file_);
            ::lstat(file_.c_str(), &own_file_);
            address_ = address;
        } else {
            listening_ = open_port(address, address_);
            token_file_ = http_token_file(address_.substr(address_.rfind(':') + 1));
            token_ = make_http_token(token_file_);
        }
        if (::listen(listening_.get(), SOMAXCONN) != 0) {
            fail(address);
        }
        watch(listening_.get(), listening, EPOLLIN, EPOLL_CTL_ADD);
        servers().add(*this);
    }
    Connections(const Connections&) = delete;
    Connections& operator=(const Connections&) = delete;
    ~Connections() {
        servers().remove(*this);
        struct stat facts{};
        if (listening_.is_open() && !token_file_.empty()) {
            ::unlink(token_file_.c_str());
        }
        if (listening_.is_open() && !file_.empty() && ::lstat(file_.c_str(), &facts) == 0 &&
            facts.st_dev == own_file_.st_dev && facts.st_ino == own_file_.st_ino) {
            ::unlink(file_.c_str());
        }
    }

    int descriptor() const { return polled_.get(); }
    const std::string& address() const { return address_; }

    void work() {
        if (!polled_.is_open()) {
            return; // in the child of a fork(), whose copies of connections are the parent's
        }
        std::array<epoll_event, most_connections + 1> events{};
        const int count = ::epoll_wait(polled_.get(), events.data(), events.size(), 0);
        bool has_new = false;
        for (int i = 0; i < count; ++i) {
            const std::uint64_t number = events[static_cast<std::size_t>(i)].data.u64;
            const auto found = all_->find(number);
            if (number == listening) {
                has_new = true;
            } else if (found != all_->end()) {
                serve(number, found->second);
            }
        }
        const auto now = Clock::now();
        for (auto one = all_->begin(); one != all_->end();) {
            const bool ends = one->second.is_done || now - one->second.since > patience ||
                              now - one->second.begin > deadline;
            one = ends ? close(one) : std::next(one);
        }
        if (has_new) {
            accept_all();
        }
    }

    // Called in the child of a fork(). The port and the socket's file stay with the parent. Another
    // thread may have been changing the connections, so the child keeps its copies of their
    // sockets.
    void abandon() noexcept {
        listening_ = Descriptor();
        polled_ = Descriptor();
        static_cast<void>(all_.release()); // may be half changed
    }

private:
    struct Connection {
        Descriptor socket;
        Clock::time_point begin = Clock::now();
        Clock::time_point since = begin; // the last transfer
        std::string request;
        std::string answer;
        std::size_t sent = 0;
        bool is_done = false;
    };
    using All = std::map<std::uint64_t, Connection>; // by number, the oldest first

    static constexpr std::uint64_t listening = 0; // the number of the listening socket

    // Lists all servers of the process, because the child of a fork() must abandon them.
    class Servers {
    public:
        Servers() {
            ::pthread_atfork([] { servers().mutex_.lock(); }, [] { servers().mutex_.unlock(); },
                             [] {
                                 for (Connections* const one : servers().all_) {
                                     one->abandon();
                                 }
                                 servers().mutex_.unlock();
                             });
        }
        void add(Connections& one) {
            const std::lock_guard lock(mutex_);
            all_.push_back(&one);
        }
        void remove(Connections& one) {
            const std::lock_guard lock(mutex_);
            std::erase(all_, &one);
        }

    private:
        std::mutex mutex_;
        std::vector<Connections*> all_;
    };

    // Never destroyed: a program may fork while it ends.
    static Servers& servers() {
        static auto* const instance = new Servers; // NOLINT(cppcoreguidelines-owning-memory)
        return *instance;
    }

    void watch(int descriptor, std::uint64_t number, unsigned events, int operation) const {
        epoll_event event{};
        event.events = events;
        event.data.u64 = number;
        ::epoll_ctl(polled_.get(), operation, descriptor, &event);
    }

    // Ends the connection even if a child process also has its socket open; otherwise epoll would
    // keep reporting it.
    All::iterator close(All::iterator connection) {
        ::epoll_ctl(polled_.get(), EPOLL_CTL_DEL, connection->second.socket.get(), nullptr);
        ::shutdown(connection->second.socket.get(), SHUT_RDWR);
        return all_->erase(connection);
    }

    void accept_all() {
        for (;;) {
            Descriptor socket(
                ::accept4(listening_.get(), nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC));
            if (!socket.is_open()) {
                return;
            }
            if (all_->size() == most_connections) {
                close(all_->begin());
            }
            watch(socket.get(), ++last_, EPOLLIN, EPOLL_CTL_ADD);
            (*all_)[last_].socket = std::move(socket);
        }
    }

    void serve(std::uint64_t number, Connection& connection) {
        if (connection.answer.empty()) {
            receive(number, connection);
        }
        if (!connection.answer.empty()) {
            send(connection);
        }
    }

    void receive(std::uint64_t number, Connection& connection) {
        std::array<char, 2048> piece;
        const auto got = ::recv(connection.socket.get(), piece.data(), piece.size(), 0);
        if (got <= 0) {
            connection.is_done = got == 0 || (errno != EAGAIN && errno != EINTR);
            return;
        }
        connection.since = Clock::now();
        connection.request.append(piece.data(), static_cast<std::size_t>(got));
        const bool is_whole = connection.request.find("\r\n\r\n") != std::string::npos ||
                              connection.request.find("\n\n") != std::string::npos;
        if (is_whole) {
            connection.answer = answer_to(connection.request, token_, answer_);
        } else if (connection.request.size() > longest_request) {
            connection.answer = text_of({431, "text/plain", "the request is too long\n"}, true);
        }
        if (!connection.answer.empty()) {
            watch(connection.socket.get(), number, EPOLLOUT, EPOLL_CTL_MOD);
        }
    }

    void send(Connection& connection) {
        while (connection.sent < connection.answer.size()) {
            const auto gone =
                ::send(connection.socket.get(), connection.answer.data() + connection.sent,
                       connection.answer.size() - connection.sent, MSG_NOSIGNAL);
            if (gone < 0) {
                connection.is_done = errno != EAGAIN && errno != EINTR;
                return;
            }
            connection.since = Clock::now();
            connection.sent += static_cast<std::size_t>(gone);
        }
        ::shutdown(connection.socket.get(), SHUT_WR);
        connection.is_done = true;
    }

    Answer answer_;
    Descriptor polled_, listening_;
    std::string address_;
    std::string file_;
    struct stat own_file_{};
    std::string token_file_;
    std::string token_; // empty for a socket
    std::unique_ptr<All> all_ = std::make_unique<All>();
    std::uint64_t last_ = listening; // number of the newest connection
};

HttpServer::HttpServer(const std::string& address, Answer answer)
    : connections_(std::make_unique<Connections>(address, std::move(answer))) {
}
HttpServer::~HttpServer() = default;

int HttpServer::descriptor() const {
    return connections_->descriptor();
}

void HttpServer::work() {
    connections_->work();
}

const std::string& HttpServer::address() const {
    return connections_->address();
}

} // namespace proxima::base
