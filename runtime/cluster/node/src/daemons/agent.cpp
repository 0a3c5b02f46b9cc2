#include <proxima/base/descriptor.hpp>
#include <proxima/base/error.hpp>
#include <proxima/node/agent.hpp>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/timerfd.h>
#include <unistd.h>
#include <utility>

namespace proxima::node {
namespace {

NodeInfo info_of(const AgentOptions& options, const NodeSampler& sampler) {
    auto info = sampler.describe();
    info.id = random_id();
    info.name = options.name.empty() ? host_name() : options.name;
    return info;
}

} // namespace

std::string host_name() {
    std::array<char, 256> name{};
    ::gethostname(name.data(), name.size() - 1);
    return name[0] != '\0' ? name.data() : "unnamed";
}

Speaker::Speaker(const Seal& seal, NodeInfo info) : seal_(seal), info_(std::move(info)) {
    constexpr std::size_t longest = 100; // four texts fit into a datagram
    for (auto* text : {&info_.name, &info_.watched, &info_.counting, &info_.tracing}) {
        text->resize(std::min(text->size(), longest));
    }
}

Datagram Speaker::hello() const {
    return seal_.close(envelope(), Hello{info_});
}

Datagram Speaker::answer(const Order& order, std::uint64_t master, std::uint64_t received_ns) {
    master_ = master;
    is_known_ = !order.wants_hello;
    return order.asked_ns == 0
               ? Datagram()
               : seal_.close(envelope(), Echo{order.asked_ns, received_ns, raw_now_ns()});
}

void receive_orders(UdpSocket& socket, const Seal& seal,
                    const std::function<void(const Envelope&, const Order&, std::uint64_t)>& heed) {
    std::array<std::uint8_t, longest_datagram + 1> bytes;
    Address from;
    for (long size; (size = socket.receive(bytes, from)) >= 0;) {
        const auto received_ns = raw_now_ns();
        const auto opened = seal.open({bytes.data(), static_cast<std::size_t>(size)});
        const auto* const datagram = std::get_if<Seal::Opened>(&opened);
        const auto* const order =
            datagram != nullptr ? std::get_if<Order>(&datagram->message) : nullptr;
        if (order != nullptr) {
            heed(datagram->envelope, *order, received_ns);
        }
    }
}

Agent::Agent(AgentOptions options)
    : options_(std::move(options)), seal_(options_.key), master_(resolve(options_.master)),
      socket_(UdpSocket::to(master_)), sampler_(options_.watched),
      speaker_(seal_, info_of(options_, sampler_)),
      settings_{0, options_.interval_ns, options_.groups} {
    sample_.node = sample_.clock = info().id;
}

void Agent::send_sample() {
    sampler_.read(sample_, settings_.groups);
    sample_.interval_ns = settings_.interval_ns;
    sample_.settings = settings_.version;
    // Where most datagrams are lost, one hello() may not arrive, and a master takes no samples
    // of nodes that it does not know.
    if (!speaker_.is_known()) {
        socket_.send(speaker_.hello().span(), master_);
    }
    do {
        ++sample_.sequence;
        std::array<std::uint8_t, longest_sample - relay_room> bytes;
        const auto size = encode(sample_, bytes);
        socket_.send(seal_.close_sample(speaker_.envelope(), {bytes.data(), size}).span(), master_);
    } while (!sample_.disks.empty() || !sample_.links.empty());
}

void Agent::set_timer(int timer) const {
    const timespec interval{static_cast<time_t>(settings_.interval_ns / 1'000'000'000),
                            static_cast<long>(settings_.interval_ns % 1'000'000'000)};
    const itimerspec times{interval, interval};
    ::timerfd_settime(timer, 0, &times, nullptr);
}

// Returns true if the interval has changed.
bool Agent::listen() {
    const auto interval_before = settings_.interval_ns;
    receive_orders(socket_, seal_, [&](const auto& envelope, const auto& order, auto received_ns) {
        if (envelope.node != info().id) {
            return;
        }
        if (const auto answer = speaker_.answer(order, envelope.master, received_ns);
            answer.size > 0) {
            socket_.send(answer.span(), master_);
        }
        settings_.follow(order.settings);
    });
    return settings_.interval_ns != interval_before;
}

void Agent::run(const std::atomic<bool>& stop, const std::function<void()>& tick) {
    // Without slack, timers fire as exactly as the scheduler permits.
    ::prctl(PR_SET_TIMERSLACK, 1UL);
    const base::Descriptor timer(::timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK | TFD_CLOEXEC));
    if (!timer.is_open()) {
        throw base::Error(std::string("cannot make a timer: ") + std::strerror(errno));
    }
    set_timer(timer.get());
    const auto begin = raw_now_ns();
    socket_.send(speaker_.hello().span(), master_);
    std::array<pollfd, 2> waiting{{{timer.get(), POLLIN, 0}, {socket_.descriptor(), POLLIN, 0}}};
    while (!stop && sampler_.has_something_to_watch() &&
           (options_.duration_ns == 0 || raw_now_ns() - begin < options_.duration_ns)) {
        constexpr int longest_wait_ms = 1000; // a signal may come just before
        ::poll(waiting.data(), waiting.size(), longest_wait_ms);
        const bool was_heard = is_heard();
        if ((waiting[1].revents & POLLIN) != 0 && listen()) {
            set_timer(timer.get());
        }
        if (is_heard() && !was_heard) { // samples before are nobody's
            send_sample();
            tick();
        }
        std::uint64_t expired = 0;
        if (::read(timer.get(), &expired, sizeof expired) == sizeof expired) {
            if (is_heard()) {
                send_sample();
            } else {
                socket_.send(speaker_.hello().span(), master_);
            }
            tick();
        }
    }
}

} // namespace proxima::node
