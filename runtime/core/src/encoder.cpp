#include "encoder.hpp"

#include "bytes.hpp"

#include <algorithm>

namespace proxima::detail {

namespace {

bool is_number(ColumnType type) noexcept {
    return type == ColumnType::integer || type == ColumnType::unsigned_integer ||
           type == ColumnType::enumeration;
}

std::uint64_t combine(ColumnType type, std::uint64_t word, std::uint64_t previous) noexcept {
    if (!is_number(type)) {
        return word ^ previous;
    }
    const std::uint64_t difference = word - previous;
    return (difference << 1U) ^ (0 - (difference >> 63U));
}

void add(Statistics& statistics, const DurationSummary& summary, std::uint64_t calls,
         std::uint64_t communication) noexcept {
    Statistics more;
    more.calls = calls;
    more.sum = summary.sum;
    more.squares = (static_cast<Wide>(summary.squares_high) << 64U) + summary.squares_low;
    more.minimum = summary.minimum;
    more.maximum = summary.maximum;
    more.communication = communication;
    statistics.merge(more);
}

std::uint64_t sum(const std::uint64_t* values, std::size_t count) noexcept {
    std::uint64_t result = 0;
    for (std::size_t i = 0; i < count; ++i) {
        result += values[i];
    }
    return result;
}

unsigned char* put_communication(const Lane& lane, const Encoder::Batch& batch,
                                 unsigned char* to) noexcept {
    return batch.communicated ? kernels().plain(to, lane.communication + 1, batch.count)
                              : kernels().repeated(to, 0, batch.count);
}

constexpr std::size_t head_size = 48;

void put_head(const Lane& lane, const Clock& clock, const Encoder::Batch& batch, std::uint64_t base,
              std::uint64_t words, unsigned char* to) noexcept {
    to = put_number(to, batch.block);
    to = put_number(to, static_cast<std::uint32_t>(batch.count));
    to = put_number(to, static_cast<std::uint32_t>(words));
    to = put_number(to, base);
    to = put_number(to, lane.head.overhead);
    to = put_number(to, clock.now());
    put_number(to, monotonic_nanoseconds());
}

} // namespace

void Encoder::prepare(const TreeNode& node) {
    while (positions_.size() < node.words) {
        positions_.emplace_back();
    }
}

unsigned char* Encoder::encode(Lane& lane, Tree& tree, const Clock& clock, const Batch& batch,
                               unsigned char* to) {
    unsigned char* const head = to;
    lane.end[0] = base_;
    to = kernels().delta(to + head_size, lane.end + 1, batch.count);
    const bool one_node = kernels().differing_bits(lane.node + 1, batch.count) == 0;
    to = one_node ? encode_one_node(lane, tree.node(lane.node[1]), batch, to)
                  : encode_mixed(lane, tree, batch, to);
    put_head(lane, clock, batch, base_, words_, head);
    base_ = lane.end[batch.count];
    return to;
}

unsigned char* Encoder::encode_one_node(Lane& lane, TreeNode& node, const Batch& batch,
                                        unsigned char* to) {
    const std::size_t count = batch.count;
    to = kernels().repeated(to, node.id, count);
    words_ = count * node.words;
    DurationSummary summary;
    to = kernels().durations(to, lane.end + 1, lane.start + 1, count, summary);
    add(node.statistics, summary, count,
        batch.communicated ? sum(lane.communication + 1, count) : 0);
    to = put_communication(lane, batch, to);
    for (std::size_t position = 0; position < node.words; ++position) {
        std::uint64_t* values = lane.first_word;
        if (position > 0) {
            values = positions_[position].values->data();
            const std::size_t more = node.words - 1;
            for (std::size_t i = 0; i < count; ++i) {
                values[i + 1] = lane.more_words[i * more + position];
            }
        }
        values[0] = 0;
        const bool number = is_number(node.where->method->words[position]);
        const auto stream = number ? kernels().zigzag : kernels().exclusive_or;
        to = stream(to, values + 1, count);
    }
    return to;
}

inline void Encoder::combine_parameters(TreeNode& node, std::uint64_t block, std::uint64_t first,
                                        const std::uint64_t* more) {
    if (node.block != block + 1) { // 0 is no block
        node.block = block + 1;
        std::fill(node.previous.begin(), node.previous.end(), 0);
    }
    const ColumnType* const types = node.where->method->words.data();
    std::uint64_t* const previous = node.previous.data();
    Position* const positions = positions_.data();
    *positions[0].end++ = combine(types[0], first, previous[0]);
    previous[0] = first;
    for (std::size_t i = 1; i < node.words; ++i) {
        const std::uint64_t word = more[i - 1];
        *positions[i].end++ = combine(types[i], word, previous[i]);
        previous[i] = word;
    }
}

unsigned char* Encoder::encode_mixed(Lane& lane, Tree& tree, const Batch& batch,
                                     unsigned char* to) {
    const std::size_t count = batch.count;
    to = kernels().plain(to, lane.node + 1, count);
    const std::uint64_t* more = lane.more_words + 1;
    words_ = 0;
    for (std::size_t i = 1; i <= count; ++i) {
        TreeNode& node = tree.node(lane.node[i]);
        const std::uint64_t duration = lane.end[i] - lane.start[i];
        (*durations_)[i] = duration;
        node.statistics.add(duration, lane.communication[i]);
        if (node.words != 0) {
            combine_parameters(node, batch.block, lane.first_word[i], more);
            more += node.words - 1;
            words_ += node.words;
        }
    }
    to = kernels().plain(to, durations_->data() + 1, count);
    to = put_communication(lane, batch, to);
    for (Position& position : positions_) {
        std::uint64_t* const values = position.values->data() + 1;
        to = kernels().plain(to, values, static_cast<std::size_t>(position.end - values));
        position.end = values;
    }
    return to;
}

void Encoder::summarize(const Lane& lane, Tree& tree, std::uint64_t count, unsigned char* scratch) {
    if (kernels().differing_bits(lane.node + 1, count) == 0) {
        DurationSummary summary;
        kernels().durations(scratch, lane.end + 1, lane.start + 1, count, summary);
        add(tree.node(lane.node[1]).statistics, summary, count, sum(lane.communication + 1, count));
        return;
    }
    for (std::size_t i = 1; i <= count; ++i) {
        TreeNode& node = tree.node(lane.node[i]);
        node.statistics.add(lane.end[i] - lane.start[i], lane.communication[i]);
    }
}

} // namespace proxima::detail
