// A master's table of nodes: state of each node, in bounded memory.
#pragma once

#include <proxima/node/clock.hpp>
#include <proxima/node/datagram.hpp>
#include <proxima/node/log.hpp>
#include <proxima/node/socket.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <unordered_map>

namespace proxima::node {

// Remembers which of the last 64 sequence numbers have arrived.
class SequenceWindow {
public:
    enum class Verdict { fresh, duplicate, late };

    Verdict see(std::uint64_t sequence) {
        constexpr std::uint64_t width = 64;
        if (count_ == 0 || sequence > newest_) {
            const auto ahead = count_ == 0 ? width : sequence - newest_;
            seen_ = (ahead < width ? seen_ << ahead : 0) | 1;
            first_ = count_ == 0 ? sequence : first_;
            newest_ = sequence;
        } else {
            const auto behind = newest_ - sequence;
            if (behind >= width) {
                return Verdict::late;
            }
            if ((seen_ >> behind & 1) != 0) {
                return Verdict::duplicate;
            }
            seen_ |= std::uint64_t{1} << behind;
            first_ = sequence < first_ ? sequence : first_;
        }
        ++count_;
        return Verdict::fresh;
    }

    std::uint64_t count() const { return count_; }
    std::uint64_t lost() const { return count_ == 0 ? 0 : newest_ - first_ + 1 - count_; }

private:
    std::uint64_t newest_ = 0, first_ = 0, count_ = 0, seen_ = 0;
};

struct KnownNode {
    NodeInfo info;
    Address from; // address of the node, or of its relay
    SequenceWindow window;
    Drops drops, logged_drops;
    Settings wanted;

    // State of the exchanges that measure the node's own clock.
    static constexpr std::size_t most_fixes = 64;
    ClockModel clock{most_fixes};
    std::uint64_t asked_ns = 0; // time of the unanswered question; 0: none
    std::uint64_t last_round_ns = 0;
    std::uint64_t next_round_after_ns = 1'000'000'000; // doubles: early rounds measure the drift
    unsigned rounds_left = 0;

    Sample newest; // with the devices of all samples of its moment
    std::uint64_t newest_received_ns = 0;

    void keep(Sample sample, std::uint64_t received_ns);
};

using NodeTable = std::unordered_map<std::uint64_t, KnownNode>;

// Writes the newest samples of all nodes as OpenMetrics text. Leaves out nodes that have been
// silent for five minutes.
std::string exposition(const NodeTable& nodes, const Drops& drops, std::uint64_t now_ns);

} // namespace proxima::node
