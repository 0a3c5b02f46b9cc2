#include "records/block_decoder.hpp"

#include <algorithm>

namespace proxima::rundir {
namespace {

using format::Group;
using format::group_size;
using format::Malformed;
using format::StreamDecoder;

std::uint64_t unzigzag(std::uint64_t value) {
    return (value >> 1) ^ (~(value & 1) + 1);
}

std::vector<unsigned char> differences_of(const RecordedMethod& method) {
    std::vector<unsigned char> differences(method.parameter_words, 0);
    for (const auto& parameter : method.parameters) {
        differences[parameter.first_word] = format::is_stored_as_difference(parameter.type) ? 1 : 0;
    }
    return differences;
}

void read_column(StreamDecoder& stream, std::uint64_t* to, std::size_t size) {
    Group group;
    for (std::size_t done = 0; done < size; done += group_size) {
        const auto count = std::min(size - done, group_size);
        stream.read(group, count);
        std::copy_n(group.begin(), count, to + done);
    }
}

} // namespace

void BlockDecoder::decode(std::string_view payload, std::uint64_t offset,
                          const format::BlockHeader& header, RecordVisitor& visitor,
                          std::uint64_t& given) {
    constexpr auto head = format::BlockHeader::size;
    follow_definitions();
    const StreamDecoder ends(payload.substr(head), offset + head);
    auto stream = ends;
    stream.skip(header.invocations);
    read_nodes(stream, header);
    begin_columns(header, offset);
    for (const auto path : occurring_) {
        read_node(stream, nodes_[path]);
    }
    give(ends, header, visitor, given);
}

void BlockDecoder::follow_definitions() {
    for (auto method = differences_.size(); method < thread_.methods.size(); ++method) {
        differences_.push_back(differences_of(thread_.methods[method]));
    }
    for (auto path = nodes_.size(); path < thread_.call_paths.size(); ++path) {
        NodeState state;
        state.method = thread_.call_paths[path].method;
        state.words = thread_.method(thread_.call_paths[path]).parameter_words;
        nodes_.push_back(state);
    }
}

void BlockDecoder::read_nodes(StreamDecoder& stream, const format::BlockHeader& header) {
    for (const auto path : occurring_) {
        nodes_[path].count = 0;
    }
    paths_.clear();
    occurring_.clear();
    Group group;
    while (paths_.size() < header.invocations) {
        const auto offset = stream.offset();
        const auto count = std::min<std::size_t>(header.invocations - paths_.size(), group_size);
        stream.read_recurring(group, count, paths_.empty());
        for (std::size_t i = 0; i < count; ++i) {
            const auto path = static_cast<std::size_t>(group[i] - 1);
            if (path >= nodes_.size()) {
                throw Malformed(offset, "an invocation of node " + std::to_string(group[i]) +
                                            ", which is not defined before it");
            }
            paths_.push_back(path);
            if (nodes_[path].count++ == 0) {
                occurring_.push_back(path);
            }
        }
    }
    std::sort(occurring_.begin(), occurring_.end());
}

// Gives each node its range in the columns.
void BlockDecoder::begin_columns(const format::BlockHeader& header, std::uint64_t offset) {
    std::size_t next = 0;
    std::size_t words = 0;
    for (const auto path : occurring_) {
        auto& node = nodes_[path];
        node.next = next;
        node.next_words = words;
        next += node.count;
        words += node.count * node.words;
    }
    if (words != header.words) {
        throw Malformed(offset, "a block of " + std::to_string(header.words) +
                                    " words has invocations with " + std::to_string(words));
    }
    durations_.resize(next);
    communications_.resize(next);
    words_.resize(words);
}

void BlockDecoder::read_node(StreamDecoder& stream, const NodeState& node) {
    read_column(stream, durations_.data() + node.next, node.count);
    read_column(stream, communications_.data() + node.next, node.count);
    for (std::size_t word = 0; word < node.words; ++word) {
        read_word(stream, node, word);
    }
}

void BlockDecoder::read_word(StreamDecoder& stream, const NodeState& node, std::size_t word) {
    const bool difference = differences_[node.method][word] != 0;
    auto* to = words_.data() + node.next_words + word;
    std::uint64_t previous = 0;
    Group group;
    for (std::size_t done = 0; done < node.count; done += group_size) {
        const auto count = std::min(node.count - done, group_size);
        stream.read(group, count);
        for (std::size_t i = 0; i < count; ++i) {
            previous = difference ? previous + unzigzag(group[i]) : previous ^ group[i];
            *to = previous;
            to += node.words;
        }
    }
}

void BlockDecoder::give(StreamDecoder ends, const format::BlockHeader& header,
                        RecordVisitor& visitor, std::uint64_t& given) {
    auto end = header.base;
    Group group;
    for (std::size_t done = 0; done < header.invocations; done += group_size) {
        const auto count = std::min<std::size_t>(header.invocations - done, group_size);
        ends.read(group, count);
        for (std::size_t i = 0; i < count; ++i) {
            end += group[i];
            auto& record = records_[i];
            record.call_path = paths_[done + i];
            auto& node = nodes_[record.call_path];
            const auto duration = durations_[node.next];
            record.start_ns = clock_.since_start_ns(time_.clock_ticks(end - duration));
            record.duration_ns = clock_.duration_ns(duration);
            record.end_ns = clock_.since_start_ns(time_.clock_ticks(end));
            record.communication_ns = clock_.duration_ns(communications_[node.next]);
            record.parameters = words_.data() + node.next_words;
            ++node.next;
            node.next_words += node.words;
        }
        given += count;
        visitor.records(thread_, records_.data(), count);
    }
}

} // namespace proxima::rundir
