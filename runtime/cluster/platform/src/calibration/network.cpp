#include "calibration/rounds.hpp"

#include <proxima/base/descriptor.hpp>
#include <proxima/platform/calibration.hpp>

#include <arpa/inet.h>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <memory>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <utility>

namespace proxima::platform {
namespace {

constexpr std::size_t message_size = std::size_t{1} << 16;
constexpr std::size_t most_pieces = 512; // pieces in a round: 32 MiB
constexpr double long_enough = 1;        // seconds after which a round needs no more pieces
constexpr int trips = 50;
constexpr double longest_service = 60;
constexpr int patience_s = 10;

[[noreturn]] void fail(const std::string& what) {
    throw base::Error(what + " (" + std::strerror(errno) + ")");
}

class Socket {
public:
    explicit Socket(int descriptor) : descriptor_(descriptor) {}

    int descriptor() const { return descriptor_.get(); }

    // Disables delays of small messages, and limits waiting to ten seconds.
    void prepare() const {
        const int on = 1;
        const timeval patience{patience_s, 0};
        setsockopt(descriptor(), IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
        setsockopt(descriptor(), SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
        setsockopt(descriptor(), SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
    }

    bool send_all(const char* data, std::size_t size) const {
        while (size > 0) {
            const auto sent = send(descriptor(), data, size, MSG_NOSIGNAL);
            if (sent <= 0) {
                return false;
            }
            data += sent;
            size -= static_cast<std::size_t>(sent);
        }
        return true;
    }

    bool receive_all(std::size_t size) const {
        char buffer[message_size];
        while (size > 0) {
            const auto got = recv(descriptor(), buffer, std::min(size, sizeof buffer), 0);
            if (got <= 0) {
                return false;
            }
            size -= static_cast<std::size_t>(got);
        }
        return true;
    }

private:
    base::Descriptor descriptor_;
};

Socket connected(const std::string& peer) {
    const auto colon = peer.rfind(':');
    if (colon == std::string::npos || colon == 0) {
        throw base::Error("`" + peer + "` is not HOST:PORT");
    }
    addrinfo hints{};
    hints.ai_socktype = SOCK_STREAM;
    addrinfo* found = nullptr;
    const int status =
        getaddrinfo(peer.substr(0, colon).c_str(), peer.substr(colon + 1).c_str(), &hints, &found);
    if (status != 0) {
        throw base::Error("no address of " + peer + " (" + gai_strerror(status) + ")");
    }
    const std::unique_ptr<addrinfo, void (*)(addrinfo*)> owned(found, freeaddrinfo);
    for (const auto* at = found; at != nullptr; at = at->ai_next) {
        Socket socket(::socket(at->ai_family, at->ai_socktype | SOCK_CLOEXEC, at->ai_protocol));
        if (connect(socket.descriptor(), at->ai_addr, at->ai_addrlen) == 0) {
            socket.prepare();
            return socket;
        }
    }
    fail("cannot reach " + peer + "; start `proxima nodes calibrate --serve PORT` there");
}

// Order to the server: it receives so many bytes and confirms the last by a byte, or sends them.
struct Order {
    enum class Direction : std::uint8_t { to_server, from_server };

    Direction direction = Direction::to_server;
    std::uint64_t bytes = 0;
};

bool send_bytes(const Socket& socket, std::uint64_t bytes) {
    const std::string data(message_size, 'x');
    bool sends = true;
    for (; bytes > 0 && sends; bytes -= std::min<std::uint64_t>(bytes, message_size)) {
        sends = socket.send_all(data.data(), std::min<std::uint64_t>(bytes, message_size));
    }
    return sends;
}

// Returns the seconds until all bytes have arrived.
double time_of(const Order& order, const Socket& socket) {
    const Stopwatch watch;
    const bool is_sent =
        socket.send_all(reinterpret_cast<const char*>(&order), sizeof order) &&
        (order.direction == Order::Direction::from_server || send_bytes(socket, order.bytes));
    const bool is_done =
        is_sent &&
        socket.receive_all(order.direction == Order::Direction::to_server ? 1 : order.bytes);
    if (!is_done) {
        fail("the peer has gone away");
    }
    return watch.seconds();
}

double round_trip(const Socket& socket) {
    double seconds = 0;
    for (int i = 0; i < trips; ++i) {
        seconds += time_of({Order::Direction::to_server, 1}, socket);
    }
    return seconds / trips;
}

// Returns the rate in a direction. The time of an empty queue and of the confirmation cancels out
// between a short and a long transfer.
double rate_of(Order::Direction direction, std::size_t pieces, const Socket& socket) {
    const double few = time_of({direction, message_size}, socket);
    const double many = time_of({direction, (pieces + 1) * message_size}, socket);
    return static_cast<double>(pieces * message_size) / std::max(many - few, 1e-9);
}

// Returns the number of pieces that a round needs: few for slow networks.
std::size_t pieces_of_round(Order::Direction direction, const Socket& socket) {
    std::size_t pieces = 1;
    while (pieces < most_pieces &&
           time_of({direction, pieces * message_size}, socket) < long_enough) {
        pieces *= 2;
    }
    return pieces;
}

class Server {
public:
    Server(std::uint16_t port, std::uint32_t address)
        : socket_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
        sockaddr_in at{};
        at.sin_family = AF_INET;
        at.sin_port = htons(port);
        at.sin_addr.s_addr = htonl(address);
        socklen_t size = sizeof at;
        auto* any = reinterpret_cast<sockaddr*>(&at);
        const int on = 1;
        setsockopt(socket_.descriptor(), SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
        if (bind(socket_.descriptor(), any, size) != 0 || listen(socket_.descriptor(), 1) != 0 ||
            getsockname(socket_.descriptor(), any, &size) != 0) {
            fail("cannot listen on port " + std::to_string(port));
        }
        port_ = ntohs(at.sin_port);
    }

    std::uint16_t port() const { return port_; }

    // Follows the orders of one peer.
    void serve() const {
        constexpr int milliseconds = 1000;
        pollfd waiting{socket_.descriptor(), POLLIN, 0};
        if (poll(&waiting, 1, static_cast<int>(longest_service) * milliseconds) <= 0) {
            throw base::Error("no peer has connected within a minute");
        }
        const Socket peer(accept4(socket_.descriptor(), nullptr, nullptr, SOCK_CLOEXEC));
        peer.prepare();
        const Stopwatch watch;
        Order order;
        while (watch.seconds() < longest_service &&
               recv(peer.descriptor(), &order, sizeof order, MSG_WAITALL) == sizeof order &&
               order.bytes <= (most_pieces + 1) * message_size) {
            const bool receives = order.direction == Order::Direction::to_server;
            if (receives ? !peer.receive_all(order.bytes) || !peer.send_all("x", 1)
                         : !send_bytes(peer, order.bytes)) {
                return;
            }
        }
    }

private:
    Socket socket_;
    std::uint16_t port_ = 0;
};

} // namespace

std::vector<Quantity> calibrate_network(const std::string& peer) {
    const auto socket = connected(peer);
    std::vector<Quantity> rates;
    for (const auto& [direction, words] :
         {std::pair(Order::Direction::to_server, "sent to "),
          std::pair(Order::Direction::from_server, "received from ")}) {
        const auto pieces = pieces_of_round(direction, socket);
        rates.push_back(measured("net_rate", "B/s", std::string("by TCP one way, ") + words + peer,
                                 [&] { return rate_of(direction, pieces, socket); }));
    }
    const bool sends_slower = rates.front().value < rates.back().value;
    return {sends_slower ? rates.front() : rates.back(),
            measured("net_latency", "s", "half a round trip of one byte by TCP, to " + peer,
                     [&] { return round_trip(socket) / 2; })};
}

void serve_calibration(std::uint16_t port, void (*announce)(std::uint16_t)) {
    const Server server(port, INADDR_ANY);
    announce(server.port());
    server.serve();
}

} // namespace proxima::platform
