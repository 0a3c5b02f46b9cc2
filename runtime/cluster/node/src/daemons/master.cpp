#include "daemons/node_table.hpp"
#include "daemons/relay.hpp"

#include <proxima/base/error.hpp>
#include <proxima/base/http_server.hpp>
#include <proxima/base/openmetrics.hpp>
#include <proxima/base/text.hpp>
#include <proxima/node/agent.hpp>
#include <proxima/node/master.hpp>

#include <algorithm>
#include <array>
#include <fstream>
#include <optional>
#include <poll.h>

namespace proxima::node {
namespace {

constexpr unsigned first_rounds = 8; // exchanges in the first round; the shortest counts
constexpr unsigned later_rounds = 2;
constexpr std::uint64_t longest_round_wait_ns = 10'000'000'000;
constexpr std::uint64_t answer_within_ns = 1'000'000'000;
constexpr std::uint64_t second_ns = 1'000'000'000;
constexpr std::uint64_t drops_every_ns = 10 * second_ns;

MasterStart start_now() {
    MasterStart start{raw_now_ns(), real_now_ns(), "", host_name()};
    std::ifstream("/proc/sys/kernel/random/boot_id") >> start.boot;
    return start;
}

std::string listening_address(const std::string& given) {
    return given.empty() ? ":" + std::to_string(standard_port) : given;
}

class Master {
public:
    explicit Master(const MasterOptions& options)
        : options_(options), seal_(options_.key), id_(random_id()),
          socket_(resolve(listening_address(options_.address), true)) {
        if (!options_.relay_to.empty()) {
            relay_.emplace(seal_, options_.relay_to, options_.name);
        }
        if (!options_.metrics.empty()) {
            metrics_ = std::make_unique<base::HttpServer>(
                options_.metrics, [this](std::string_view path) { return answer(path); });
        }
        if (!options_.directory.empty()) {
            log_.emplace(options_.directory, start_now());
        }
    }

    MasterPlaces places() const {
        return {to_string(socket_.address()), log_ ? log_->file() : std::filesystem::path(),
                metrics_ ? metrics_->address() : std::string()};
    }

    void run(const std::atomic<bool>& stop);

    MasterTotals totals() const {
        MasterTotals totals;
        totals.nodes = nodes_.size();
        totals.drops = drops_;
        for (const auto& [id, node] : nodes_) {
            totals.samples += node.window.count();
            totals.lost += node.window.lost();
            for (std::size_t i = 0; i < drop_count; ++i) {
                totals.drops.counts[i] += node.drops.counts[i];
            }
        }
        return totals;
    }

private:
    struct Arrival {
        const Envelope& envelope;
        const Address& from;
        std::uint64_t received_ns;
        std::span<const std::uint8_t> body;
    };

    void take(std::span<const std::uint8_t> bytes, const Address& from, std::uint64_t received_ns);
    void take(const Arrival& at, const Hello& hello);
    void take(const Arrival& at, const Sample& sample);
    void take(const Arrival& at, const Echo& echo);
    void take(const Arrival& at, const SettingsChange& change);
    // Counts messages that only masters send as stale.
    template <class Other>
    void take(const Arrival& /*at*/, const Other& /*message*/) {
        ++drops_[Drop::stale];
    }

    void order(const Envelope& to, const Address& address, const Order& order) {
        send(seal_.close({to.node, id_}, order), address);
    }
    void send(const Datagram& datagram, const Address& to) { socket_.send(datagram.span(), to); }
    void receive();

    bool is_due(KnownNode& node, std::uint64_t now_ns) const;
    void ask_time(KnownNode& node, const Address& address);
    void ask_for_clock(const Sample& sample, const Address& from, std::uint64_t now_ns);
    std::uint64_t apply(const SettingsChange& change);
    void log_drops();
    void tick(std::uint64_t now_ns);
    base::HttpAnswer answer(std::string_view path) const;

    const MasterOptions& options_;
    Seal seal_;
    std::uint64_t id_;
    UdpSocket socket_;
    std::optional<LogWriter> log_;
    std::optional<Relay> relay_;
    std::unique_ptr<base::HttpServer> metrics_;
    NodeTable nodes_;
    Drops drops_, logged_drops_;
    Settings for_all_; // applies to later nodes as well
    Changed last_change_;
    std::uint64_t last_tick_ns_ = 0, last_drops_ns_ = 0;
};

void Master::take(std::span<const std::uint8_t> bytes, const Address& from,
                  std::uint64_t received_ns) {
    const auto opened = seal_.open(bytes);
    if (const auto* failure = std::get_if<Seal::Failure>(&opened)) {
        ++drops_[*failure == Seal::Failure::forged ? Drop::forged : Drop::malformed];
        return;
    }
    const auto& datagram = std::get<Seal::Opened>(opened);
    const Arrival at{datagram.envelope, from, received_ns, datagram.body};
    if (datagram.envelope.master != id_) {
        // A live sender repeats its message with this master's id; a recording cannot.
        if (datagram.envelope.master != 0) {
            ++drops_[Drop::stale];
        }
        order(datagram.envelope, from, {0, true, {}});
        return;
    }
    std::visit([&](const auto& message) { take(at, message); }, datagram.message);
}

void Master::take(const Arrival& at, const Hello& hello) {
    if (hello.info.id != at.envelope.node || hello.info.id == 0) {
        ++drops_[Drop::malformed];
        return;
    }
    if (!nodes_.contains(hello.info.id) && nodes_.size() >= options_.most_nodes) {
        ++drops_[Drop::refused];
        return;
    }
    const auto [place, is_new] = nodes_.try_emplace(hello.info.id);
    auto& node = place->second;
    node.from = at.from;
    if (is_new || node.info != hello.info) {
        node.info = hello.info;
        node.drops.node = node.logged_drops.node = hello.info.id;
        if (log_) {
            log_->append(node.info);
        }
        if (relay_) {
            relay_->forward(node);
        }
    }
    if (is_new) {
        node.wanted = for_all_;
    }
}

void Master::take(const Arrival& at, const Sample& sample) {
    const auto known = nodes_.find(at.envelope.node);
    if (known == nodes_.end() || sample.node != at.envelope.node) {
        ++drops_[Drop::stale];
        order(at.envelope, at.from, {0, true, {}});
        return;
    }
    auto& node = known->second;
    switch (node.window.see(sample.sequence)) {
    case SequenceWindow::Verdict::duplicate:
        ++node.drops[Drop::duplicate];
        return;
    case SequenceWindow::Verdict::late:
        ++node.drops[Drop::late];
        return;
    case SequenceWindow::Verdict::fresh:
        break;
    }
    node.from = at.from;
    node.keep(sample, at.received_ns);
    if (log_) {
        log_->sample(at.received_ns, at.body);
    }
    if (relay_) {
        relay_->forward(sample, at.received_ns, nodes_);
    }
    if (sample.settings < node.wanted.version) {
        order(at.envelope, at.from, {0, false, node.wanted});
    }
    ask_for_clock(sample, at.from, at.received_ns);
}

bool Master::is_due(KnownNode& node, std::uint64_t now_ns) const {
    if (node.asked_ns != 0 && now_ns - node.asked_ns < answer_within_ns) {
        return false;
    }
    if (node.rounds_left == 0 &&
        (node.last_round_ns == 0 || now_ns - node.last_round_ns >= node.next_round_after_ns)) {
        node.rounds_left = node.clock.exchanges() == 0 ? first_rounds : later_rounds;
        if (node.last_round_ns != 0) {
            node.next_round_after_ns =
                std::min(2 * node.next_round_after_ns, longest_round_wait_ns);
        }
        node.last_round_ns = now_ns;
    }
    return node.rounds_left > 0;
}

// Asks right after a sample, because the node is awake then and answers quickly.
void Master::ask_for_clock(const Sample& sample, const Address& from, std::uint64_t now_ns) {
    const auto clock = nodes_.find(sample.clock);
    if (clock == nodes_.end()) {
        order({sample.clock, id_}, from, {0, true, {}});
    } else if (is_due(clock->second, now_ns)) {
        ask_time(clock->second, from);
    }
}

void Master::ask_time(KnownNode& node, const Address& address) {
    --node.rounds_left;
    node.asked_ns = raw_now_ns();
    order({node.info.id, id_}, address, {node.asked_ns, false, node.wanted});
}

void Master::take(const Arrival& at, const Echo& echo) {
    const auto known = nodes_.find(at.envelope.node);
    if (known == nodes_.end() || echo.asked_ns == 0 || echo.asked_ns != known->second.asked_ns) {
        ++drops_[Drop::stale];
        return;
    }
    auto& node = known->second;
    node.asked_ns = 0;
    const ClockExchange exchange{at.envelope.node, echo.asked_ns, echo.received_ns,
                                 echo.answered_ns, at.received_ns};
    node.clock.add(exchange);
    if (log_) {
        log_->append(exchange);
    }
    if (node.rounds_left > 0) {
        ask_time(node, at.from);
    }
}

void Master::take(const Arrival& at, const SettingsChange& change) {
    const auto version = change.settings.version;
    if (version < last_change_.version) {
        ++drops_[Drop::stale];
        order(at.envelope, at.from, {0, false, {last_change_.version, 0, 0}});
        return;
    }
    if (version > last_change_.version) {
        last_change_ = {version, apply(change)};
    }
    send(seal_.close({0, id_}, last_change_), at.from);
}

// Nodes get the settings after each sample until a sample shows that they follow them.
std::uint64_t Master::apply(const SettingsChange& change) {
    const auto& settings = change.settings;
    std::uint64_t count = 0;
    if (change.nodes.empty()) {
        for_all_.follow(settings);
    }
    for (auto& [id, node] : nodes_) {
        if (!node.info.is_relay &&
            (change.nodes.empty() || base::matches_glob(change.nodes, node.info.name))) {
            node.wanted.follow(settings);
            ++count;
        }
    }
    return count;
}

void Master::log_drops() {
    if (drops_ != logged_drops_) {
        log_->append(logged_drops_ = drops_);
    }
    for (auto& [id, node] : nodes_) {
        if (node.drops != node.logged_drops) {
            log_->append(node.logged_drops = node.drops);
        }
    }
}

void Master::tick(std::uint64_t now_ns) {
    if (now_ns - last_tick_ns_ < second_ns) {
        return;
    }
    last_tick_ns_ = now_ns;
    drops_[Drop::overflowed] = socket_.overflowed();
    if (relay_) {
        relay_->tick();
    }
    if (log_ && now_ns - last_drops_ns_ >= drops_every_ns) {
        last_drops_ns_ = now_ns;
        log_drops();
    }
}

base::HttpAnswer Master::answer(std::string_view path) const {
    if (path == "/metrics") {
        return {200, std::string(base::openmetrics_type), exposition(nodes_, drops_, raw_now_ns())};
    }
    return {404, "text/plain", "there is only /metrics\n"};
}

void Master::receive() {
    constexpr int most = 512; // afterwards the other sockets get their turn
    std::array<std::uint8_t, longest_datagram + 1> bytes;
    Address from;
    for (int i = 0; i < most; ++i) {
        const auto size = socket_.receive(bytes, from);
        if (size < 0) {
            return;
        }
        take({bytes.data(), static_cast<std::size_t>(size)}, from, raw_now_ns());
    }
}

void Master::run(const std::atomic<bool>& stop) {
    std::array<pollfd, 3> waiting{{{socket_.descriptor(), POLLIN, 0},
                                   {relay_ ? relay_->descriptor() : -1, POLLIN, 0},
                                   {metrics_ ? metrics_->descriptor() : -1, POLLIN, 0}}};
    while (!stop) {
        constexpr int longest_wait_ms = 1000;
        ::poll(waiting.data(), waiting.size(), longest_wait_ms);
        if ((waiting[0].revents & POLLIN) != 0) {
            receive();
        }
        if ((waiting[1].revents & POLLIN) != 0) {
            relay_->listen(nodes_);
        }
        if ((waiting[2].revents & POLLIN) != 0) {
            metrics_->work();
        }
        tick(raw_now_ns());
        if (log_) {
            log_->flush();
        }
    }
    if (log_) {
        log_drops();
        log_->append(MasterEnd{raw_now_ns()});
        log_->flush();
    }
}

} // namespace

MasterTotals run_master(const MasterOptions& options, const std::atomic<bool>& stop,
                        const std::function<void(const MasterPlaces&)>& begin) {
    Master master(options);
    begin(master.places());
    master.run(stop);
    return master.totals();
}

} // namespace proxima::node
