#include "http_listening.hpp"
#include "http_request.hpp"

#include <proxima/base/descriptor.hpp>
#include <proxima/base/http_server.hpp>
#include <proxima/base/http_token.hpp>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <map>
#include <mutex>
#include <pthread.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/stat.h>
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

} // namespace

class HttpServer::Connections {
public:
    Connections(const std::string& address, Answer answer)
        : answer_(std::move(answer)), polled_(::epoll_create1(EPOLL_CLOEXEC)) {
        std::fill(sockets_.begin(), sockets_.end(), none);
        if (address.starts_with(unix_prefix)) {
            file_ = address.substr(unix_prefix.size());
            listening_ = listen_on_file(file_);
            ::lstat(file_.c_str(), &own_file_);
            address_ = address;
        } else {
            listening_ = listen_on_port(address, address_);
            token_file_ = http_token_file(address_.substr(address_.rfind(':') + 1));
            token_ = make_http_token(token_file_);
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
        // A child may still have the port open: one that has only just begun, or was made by
        // clone(), which calls no handlers.
        ::shutdown(listening_.get(), SHUT_RDWR);
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

    // Called in the child of a fork(). The port, the connections and the socket's file stay with
    // the parent. Another thread may have been changing `all_`.
    auto* abandon() noexcept {
        listening_ = Descriptor();
        polled_ = Descriptor();
        for (auto& socket : sockets_) {
            Descriptor(socket.exchange(none)); // a child of the child may have reused the number
        }
        return all_.release(); // never destroyed: may be half changed
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
    static constexpr int none = -1;

    // Lists all servers of the process, because the child of a fork() must abandon them.
    class Servers {
    public:
        Servers() {
            ::pthread_atfork([] { servers().mutex_.lock(); }, [] { servers().mutex_.unlock(); },
                             [] {
                                 for (Connections* const one : servers().all_) {
                                     servers().abandoned_.push_back(one->abandon());
                                 }
                                 servers().mutex_.unlock();
                             });
        }
        void add(Connections& one) {
            const std::lock_guard lock(mutex_);
            all_.push_back(&one);
            abandoned_.reserve(abandoned_.size() + all_.size()); // the child allocates nothing
        }
        void remove(Connections& one) {
            const std::lock_guard lock(mutex_);
            std::erase(all_, &one);
        }

    private:
        std::mutex mutex_;
        std::vector<Connections*> all_;
        std::vector<All*> abandoned_; // in a child; kept, so that no tool finds them leaked
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
        note(connection->second.socket.get(), none);
        ::epoll_ctl(polled_.get(), EPOLL_CTL_DEL, connection->second.socket.get(), nullptr);
        ::shutdown(connection->second.socket.get(), SHUT_RDWR);
        return all_->erase(connection);
    }

    // Keeps `sockets_` so that a child never closes what is not a connection.
    void note(int before, int after) {
        auto* const slot = std::find(sockets_.begin(), sockets_.end(), before);
        if (slot != sockets_.end()) {
            *slot = after;
        }
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
            note(none, socket.get());
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
    std::array<std::atomic<int>, most_connections> sockets_; // of all_, for the child of a fork()
    std::uint64_t last_ = listening;                         // number of the newest connection
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
