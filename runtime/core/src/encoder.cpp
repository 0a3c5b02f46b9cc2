#include "encoder.hpp"

#include "bytes.hpp"

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

} // namespace

Encoder::Column& Encoder::column(std::size_t position) {
    while (parameters_.size() <= position) {
        parameters_.push_back(std::make_unique<Column>());
        parameter_counts_.push_back(0);
    }
    return *parameters_[position];
}

unsigned char* Encoder::encode(Lane& lane, Tree& tree, const Clock& clock, unsigned char* to) {
    const std::size_t count = lane.count;
    lane.end[0] = base_;
    to = put_number(to, lane.block);
    to = put_number(to, static_cast<std::uint32_t>(count));
    to = put_number(to, static_cast<std::uint32_t>(lane.word_count));
    to = put_number(to, base_);
    to = put_number(to, lane.overhead);
    to = put_number(to, clock.now());
    to = put_number(to, monotonic_nanoseconds());
    to = kernels().delta(to, lane.end + 1, count);
    to = kernels().plain(to, lane.node + 1, count);
    base_ = lane.end[count];
    if (kernels().differing_bits(lane.node + 1, count) == 0) {
        return encode_one_node(lane, tree.node(lane.node[1]), to);
    }
    return encode_mixed(lane, tree, to);
}

unsigned char* Encoder::encode_one_node(Lane& lane, TreeNode& node, unsigned char* to) {
    const std::size_t count = lane.count;
    DurationSummary summary;
    to = kernels().durations(to, lane.end + 1, lane.start + 1, count, summary);
    add(node.statistics, summary, count, sum(lane.communication_of + 1, count));
    to = kernels().plain(to, lane.communication_of + 1, count);
    for (std::size_t position = 0; position < node.words; ++position) {
        std::uint64_t* values = lane.words;
        if (node.words > 1) {
            values = column(position).data();
            for (std::size_t i = 0; i < count; ++i) {
                values[i + 1] = lane.words[1 + i * node.words + position];
            }
        }
        values[0] = 0;
        const bool number = is_number(node.where->method->words[position]);
        const auto stream = number ? kernels().zigzag : kernels().exclusive_or;
        to = stream(to, values + 1, count);
    }
    return to;
}

void Encoder::combine_parameters(TreeNode& node, std::uint64_t block, const std::uint64_t* words) {
    const bool is_first = node.block != block + 1; // 0 is no block
    node.block = block + 1;
    for (std::size_t position = 0; position < node.words; ++position) {
        const ColumnType type = node.where->method->words[position];
        const std::uint64_t previous = is_first ? 0 : node.previous[position];
        Column& values = column(position);
        values[++parameter_counts_[position]] = combine(type, words[position], previous);
        node.previous[position] = words[position];
    }
}

unsigned char* Encoder::encode_mixed(Lane& lane, Tree& tree, unsigned char* to) {
    const std::size_t count = lane.count;
    const std::uint64_t* words = lane.words + 1;
    for (std::size_t i = 1; i <= count; ++i) {
        TreeNode& node = tree.node(lane.node[i]);
        const std::uint64_t duration = lane.end[i] - lane.start[i];
        (*durations_)[i] = duration;
        node.statistics.add(duration, lane.communication_of[i]);
        if (node.words != 0) {
            combine_parameters(node, lane.block, words);
            words += node.words;
        }
    }
    to = kernels().plain(to, durations_->data() + 1, count);
    to = kernels().plain(to, lane.communication_of + 1, count);
    for (std::size_t position = 0; position < parameters_.size(); ++position) {
        if (parameter_counts_[position] != 0) {
            to =
                kernels().plain(to, parameters_[position]->data() + 1, parameter_counts_[position]);
            parameter_counts_[position] = 0;
        }
    }
    return to;
}

void Encoder::summarize(Lane& lane, Tree& tree) {
    for (std::size_t i = 1; i <= lane.count; ++i) {
        tree.node(lane.node[i])
            .statistics.add(lane.end[i] - lane.start[i], lane.communication_of[i]);
    }
}

} // namespace proxima::detail
