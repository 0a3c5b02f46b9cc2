// Simulates many nodes in one process, which send samples and answer like real ones:
//   proxima_bench_many_nodes MASTER KEY NODES SECONDS
// Each node sends one sample a second, with its own phase.
#include <proxima/node/agent.hpp>
#include <proxima/node/datagram.hpp>
#include <proxima/node/sampler.hpp>
#include <proxima/node/socket.hpp>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <poll.h>
#include <unordered_map>
#include <vector>

namespace {

using namespace proxima::node;

constexpr std::uint64_t second_ns = 1'000'000'000;

class Nodes {
public:
    Nodes(const char* master, const Key& key, std::size_t count)
        : seal_(key), master_(resolve(master)), socket_(UdpSocket::to(master_)) {
        NodeSampler sampler({});
        sampler.read(sample_, all_groups);
        sample_.interval_ns = second_ns;
        for (std::size_t i = 0; i < count; ++i) {
            auto info = sampler.describe();
            info.id = random_id();
            info.name = "node" + std::to_string(i);
            by_id_[info.id] = i;
            nodes_.push_back({Speaker(seal_, info), 0});
        }
    }

    void run(std::uint64_t seconds) {
        const auto begin = raw_now_ns();
        const auto step = second_ns / nodes_.size();
        for (std::uint64_t turn = 0; turn < seconds * nodes_.size(); ++turn) {
            for (;;) {
                const auto now = raw_now_ns();
                const auto due = begin + turn * step;
                if (now >= due) {
                    break;
                }
                pollfd waiting{socket_.descriptor(), POLLIN, 0};
                const timespec left{0, static_cast<long>(due - now)};
                if (::ppoll(&waiting, 1, &left, nullptr) > 0) {
                    listen();
                }
            }
            send(nodes_[turn % nodes_.size()]);
            listen();
        }
    }

    std::uint64_t sent() const { return sent_; }

private:
    struct Node {
        Speaker speaker;
        std::uint64_t sequence;
    };

    void send(Node& node) {
        if (node.speaker.master() == 0) {
            socket_.send(node.speaker.hello().span(), master_);
            return;
        }
        sample_.node = sample_.clock = node.speaker.info().id;
        sample_.sequence = ++node.sequence;
        sample_.time_ns = raw_now_ns();
        std::array<std::uint8_t, longest_sample - relay_room> bytes;
        auto sample = sample_;
        const auto size = encode(sample, bytes);
        socket_.send(seal_.close_sample(node.speaker.envelope(), {bytes.data(), size}).span(),
                     master_);
        ++sent_;
    }

    void listen() {
        receive_orders(socket_, seal_, [&](const auto& from, const auto& order, auto received_ns) {
            auto& speaker = nodes_[by_id_.at(from.node)].speaker;
            const auto answer = speaker.answer(order, from.master, received_ns);
            if (answer.size > 0) {
                socket_.send(answer.span(), master_);
            }
        });
    }

    Seal seal_;
    Address master_;
    UdpSocket socket_;
    Sample sample_;
    std::vector<Node> nodes_;
    std::unordered_map<std::uint64_t, std::size_t> by_id_;
    std::uint64_t sent_ = 0;
};

} // namespace

int main(int argc, char** argv) {
    if (argc != 5) {
        std::fprintf(stderr, "usage: proxima_bench_many_nodes MASTER KEY NODES SECONDS\n");
        return 2;
    }
    Nodes nodes(argv[1], read_key(argv[2]), std::strtoul(argv[3], nullptr, 10));
    nodes.run(std::strtoul(argv[4], nullptr, 10));
    std::printf("%llu\n", static_cast<unsigned long long>(nodes.sent()));
}
