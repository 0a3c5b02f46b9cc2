// From the bytes of a block to invocations.
#pragma once

#include "clock/clock_map.hpp"
#include "clock/thread_time.hpp"
#include "files/payload.hpp"
#include "files/value_stream.hpp"

#include <proxima/rundir/record_reader.hpp>

#include <array>
#include <cstdint>
#include <vector>

namespace proxima::rundir {

/// The fields before the streams of a block.
struct BlockHeader {
    static constexpr std::size_t size = 48;
    static constexpr std::uint32_t most_invocations = 65536;
    static constexpr std::uint32_t most_words = 64 * most_invocations;

    std::uint64_t sequence = 0;
    std::uint32_t count = 0;
    std::uint32_t words = 0;
    std::uint64_t base = 0;
    std::uint64_t overhead = 0;
    ClockPair clock;
};

/// Throws Malformed.
BlockHeader read_block_header(const Payload& payload);

/// Decodes blocks. What it needs grows with the longest block, whose length the format bounds.
class BlockDecoder {
public:
    /// `lane` may get more definitions between blocks.
    BlockDecoder(const Lane& lane, const ClockMap& clock, const ThreadTime& time)
        : lane_(lane), clock_(clock), time_(time) {}

    /// Gives the invocations to `visitor`. Throws Malformed, possibly after having given some.
    void decode(const Payload& payload, const BlockHeader& header, RecordVisitor& visitor);

private:
    /// A node, and where its invocations are in the columns.
    struct NodeState {
        std::size_t method = 0;
        std::size_t words = 0;
        std::size_t count = 0;      ///< invocations in the block
        std::size_t next = 0;       ///< the next invocation
        std::size_t next_words = 0; ///< its parameters
    };

    void follow_definitions();
    void read_nodes(ValueStream& stream, const BlockHeader& header);
    void begin_columns(const BlockHeader& header, const Payload& payload);
    void read_node(ValueStream& stream, const NodeState& node);
    void read_word(ValueStream& stream, const NodeState& node, std::size_t word);
    void give(ValueStream ends, const BlockHeader& header, RecordVisitor& visitor);

    const Lane& lane_;
    const ClockMap& clock_;
    const ThreadTime& time_;
    /// For each method and word of its parameters: coded as a difference, else as XOR.
    std::vector<std::vector<unsigned char>> differences_;
    std::vector<NodeState> nodes_;

    std::vector<std::size_t> paths_;     ///< of each invocation: its node
    std::vector<std::size_t> occurring_; ///< the nodes of the block, in ascending order
    /// In the order of the nodes, and of the invocations within a node.
    std::vector<std::uint64_t> durations_, communications_, words_;
    std::array<Record, group_size> records_;
};

} // namespace proxima::rundir
