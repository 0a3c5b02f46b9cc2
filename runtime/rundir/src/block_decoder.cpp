#include "block_decoder.hpp"

#include <algorithm>

namespace proxima::rundir {
namespace {

std::uint64_t unzigzag(std::uint64_t value) {
    return (value >> 1) ^ (~(value & 1) + 1);
}

bool coded_as_difference(ParameterType type) {
    return type == ParameterType::integer || type == ParameterType::unsigned_integer ||
           type == ParameterType::enumeration;
}

std::vector<unsigned char> differences_of(const Method& method) {
    std::vector<unsigned char> differences(method.parameter_words, 0);
    for (const auto& parameter : method.parameters) {
        differences[parameter.first_word] = coded_as_difference(parameter.type) ? 1 : 0;
    }
    return differences;
}

} // namespace

BlockHeader read_block_header(const Payload& payload) {
    FieldReader fields(payload);
    BlockHeader header;
    header.sequence = fields.u64();
    header.count = fields.u32();
    header.words = fields.u32();
    header.base = fields.u64();
    header.overhead = fields.u64();
    header.clock.ticks = fields.u64();
    header.clock.monotonic_ns = fields.i64();
    return header;
}

void BlockDecoder::WordStream::fill() {
    if (left_ == 0) { // counted before, so only after a mistake in this file
        throw Malformed(stream_.file_offset(), "a block has too few parameters");
    }
    filled_ = static_cast<std::size_t>(std::min<std::uint64_t>(left_, group_size));
    stream_.read(values_, filled_);
    left_ -= filled_;
    next_ = 0;
}

void BlockDecoder::decode(const Payload& payload, const BlockHeader& header,
                          RecordVisitor& visitor) {
    follow_definitions();
    open_streams(payload, header);
    ++block_;
    auto end = header.base;
    for (std::uint32_t done = 0; done < header.count;) {
        const auto count = std::min<std::size_t>(header.count - done, group_size);
        decode_group(count, end);
        visitor.records(lane_, records_.data(), count);
        done += static_cast<std::uint32_t>(count);
    }
}

void BlockDecoder::follow_definitions() {
    for (auto method = differences_.size(); method < lane_.methods.size(); ++method) {
        differences_.push_back(differences_of(lane_.methods[method]));
        most_words_ = std::max(most_words_, lane_.methods[method].parameter_words);
    }
    for (auto path = nodes_.size(); path < lane_.call_paths.size(); ++path) {
        NodeState state;
        state.method = lane_.call_paths[path].method;
        state.words = lane_.method(lane_.call_paths[path]).parameter_words;
        nodes_.push_back(std::move(state));
    }
    words_.resize(group_size * most_words_);
}

/// Finds where each stream begins, for which it has to pass over the one before.
void BlockDecoder::open_streams(const Payload& payload, const BlockHeader& header) {
    ends_ = ValueStream(payload, BlockHeader::size);
    node_numbers_ = ends_;
    node_numbers_.skip(header.count);
    auto position = node_numbers_;
    const auto with_words = count_words(position, header);
    durations_ = position;
    communications_ = durations_;
    communications_.skip(header.count);
    position = communications_;
    position.skip(header.count);
    word_streams_.clear();
    std::uint64_t count = 0;
    for (const auto invocations : with_words) {
        count += invocations;
    }
    for (std::size_t word = 0; word + 1 < with_words.size(); ++word) {
        count -= with_words[word]; // what is left has more than `word` words
        if (count == 0) {
            break;
        }
        word_streams_.emplace_back(position, count);
        position.skip(count);
    }
}

/// For each number of words, how many invocations have that many. Moves `nodes` to its end.
std::vector<std::uint64_t> BlockDecoder::count_words(ValueStream& nodes,
                                                     const BlockHeader& header) const {
    std::vector<std::uint64_t> invocations(most_words_ + 1, 0);
    std::uint64_t words = 0;
    Group group;
    for (std::uint32_t done = 0; done < header.count;) {
        const auto offset = nodes.file_offset();
        const auto count = std::min<std::size_t>(header.count - done, group_size);
        nodes.read(group, count);
        for (std::size_t i = 0; i < count; ++i) {
            if (group[i] - 1 >= nodes_.size()) {
                throw Malformed(offset, "an invocation of node " + std::to_string(group[i]) +
                                            ", which is not defined before it");
            }
            const auto of_node = nodes_[group[i] - 1].words;
            ++invocations[of_node];
            words += of_node;
        }
        done += static_cast<std::uint32_t>(count);
    }
    if (words != header.words) {
        throw Malformed(nodes.file_offset(), "a block of " + std::to_string(header.words) +
                                                 " words has invocations with " +
                                                 std::to_string(words));
    }
    return invocations;
}

void BlockDecoder::decode_group(std::size_t count, std::uint64_t& end) {
    Group ends;
    Group nodes;
    Group durations;
    Group communications;
    ends_.read(ends, count);
    node_numbers_.read(nodes, count);
    durations_.read(durations, count);
    communications_.read(communications, count);
    auto* words = words_.data();
    for (std::size_t i = 0; i < count; ++i) {
        end += ends[i];
        auto& record = records_[i];
        record.call_path = static_cast<std::size_t>(nodes[i] - 1);
        record.start_ns = clock_.since_start_ns(time_.clock_ticks(end - durations[i]));
        record.duration_ns = clock_.duration_ns(durations[i]);
        record.communication_ns = clock_.duration_ns(communications[i]);
        record.parameters = words;
        auto& node = nodes_[record.call_path];
        if (node.words > 0) {
            decode_words(node, words);
            words += node.words;
        }
    }
}

void BlockDecoder::decode_words(NodeState& node, std::uint64_t* words) {
    if (node.block != block_) {
        node.previous.assign(node.words, 0);
        node.block = block_;
    }
    const auto& differences = differences_[node.method];
    for (std::size_t word = 0; word < node.words; ++word) {
        const auto value = word_streams_[word].take();
        auto& previous = node.previous[word];
        previous = differences[word] != 0 ? previous + unzigzag(value) : previous ^ value;
        words[word] = previous;
    }
}

} // namespace proxima::rundir
