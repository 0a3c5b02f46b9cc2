// Decodes the blocks of record files.
#pragma once

#include "records/clock.hpp"

#include <proxima/format/chunks.hpp>
#include <proxima/format/stream_decoder.hpp>
#include <proxima/rundir/record_reader.hpp>

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

namespace proxima::rundir {

// Needs as much memory as the longest block, which the format bounds.
class BlockDecoder {
public:
    // `thread` may get more definitions between blocks.
    BlockDecoder(const Thread& thread, const ClockMap& clock, const ThreadTime& time)
        : thread_(thread), clock_(clock), time_(time) {}

    // Gives the invocations to `visitor` and adds their number to `given`. The payload begins at
    // `offset` of its file, and stream_padding bytes follow it. Throws Malformed, perhaps after
    // some invocations.
    void decode(std::string_view payload, std::uint64_t offset, const format::BlockHeader& header,
                RecordVisitor& visitor, std::uint64_t& given);

private:
    // A node, and the place of its invocations in the columns.
    struct NodeState {
        std::size_t method = 0;
        std::size_t words = 0;
        std::size_t count = 0;      // invocations in the block
        std::size_t next = 0;       // index of the next invocation
        std::size_t next_words = 0; // index of its parameters
    };

    void follow_definitions();
    void read_nodes(format::StreamDecoder& stream, const format::BlockHeader& header);
    void begin_columns(const format::BlockHeader& header, std::uint64_t offset);
    void read_node(format::StreamDecoder& stream, const NodeState& node);
    void read_word(format::StreamDecoder& stream, const NodeState& node, std::size_t word);
    void give(format::StreamDecoder ends, const format::BlockHeader& header, RecordVisitor& visitor,
              std::uint64_t& given);

    const Thread& thread_;
    const ClockMap& clock_;
    const ThreadTime& time_;
    // Coding of each word of each method: 1 for a difference, 0 for XOR.
    std::vector<std::vector<unsigned char>> differences_;
    std::vector<NodeState> nodes_;

    std::vector<std::size_t> paths_;     // node of each invocation
    std::vector<std::size_t> occurring_; // the nodes of the block, in ascending order
    // Sorted by node, then in the order of the invocations.
    std::vector<std::uint64_t> durations_, communications_, words_;
    std::array<Record, format::group_size> records_;
};

} // namespace proxima::rundir
