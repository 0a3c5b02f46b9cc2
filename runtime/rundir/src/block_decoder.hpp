// From the bytes of a block to invocations.
#pragma once

#include "clock_map.hpp"
#include "payload.hpp"
#include "thread_time.hpp"
#include "value_stream.hpp"

#include <proxima/rundir/record_reader.hpp>

#include <array>
#include <cstdint>
#include <vector>

namespace proxima::rundir {

/// The fields before the streams of a block.
struct BlockHeader {
    static constexpr std::size_t size = 48;

    std::uint64_t sequence = 0;
    std::uint32_t count = 0;
    std::uint32_t words = 0;
    std::uint64_t base = 0;
    std::uint64_t overhead = 0;
    ClockPair clock;
};

/// Throws Malformed.
BlockHeader read_block_header(const Payload& payload);

/// Decodes all streams of a block side by side, 64 invocations at a time, so that what it needs
/// stays in the cache and does not grow with what a file claims.
class BlockDecoder {
public:
    /// `lane` may get more definitions between blocks.
    BlockDecoder(const Lane& lane, const ClockMap& clock, const ThreadTime& time)
        : lane_(lane), clock_(clock), time_(time) {}

    /// Gives the invocations to `visitor`. Throws Malformed, possibly after having given some.
    void decode(const Payload& payload, const BlockHeader& header, RecordVisitor& visitor);

private:
    /// One of the parameter streams, from which invocations take a value when they have a parameter
    /// there.
    class WordStream {
    public:
        WordStream(const ValueStream& stream, std::uint64_t count)
            : stream_(stream), left_(count) {}

        std::uint64_t take() {
            if (next_ == filled_) {
                fill();
            }
            return values_[next_++];
        }

    private:
        void fill();

        ValueStream stream_;
        std::uint64_t left_;
        std::size_t next_ = 0;
        std::size_t filled_ = 0;
        Group values_;
    };

    /// What is remembered of a node to decode the next invocation of it.
    struct NodeState {
        std::size_t method = 0;
        std::size_t words = 0;
        std::uint64_t block = 0; ///< in which `previous` was last set, counted from 1
        std::vector<std::uint64_t> previous;
    };

    void follow_definitions();
    void open_streams(const Payload& payload, const BlockHeader& header);
    std::vector<std::uint64_t> count_words(ValueStream& nodes, const BlockHeader& header) const;
    void decode_group(std::size_t count, std::uint64_t& end);
    void decode_words(NodeState& node, std::uint64_t* words);

    const Lane& lane_;
    const ClockMap& clock_;
    const ThreadTime& time_;
    /// For each method and word of its parameters: coded as a difference, else as XOR.
    std::vector<std::vector<unsigned char>> differences_;
    std::vector<NodeState> nodes_;
    std::size_t most_words_ = 0;
    std::uint64_t block_ = 0;

    ValueStream ends_, node_numbers_, durations_, communications_;
    std::vector<WordStream> word_streams_;
    std::array<Record, group_size> records_;
    std::vector<std::uint64_t> words_;
};

} // namespace proxima::rundir
