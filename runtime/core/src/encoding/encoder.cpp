#include "encoding/encoder.hpp"

#include "encoding/format.hpp"
#include "encoding/summary.hpp"

namespace proxima::detail {

namespace {

// Of a column's elements from 1 on; of none that is not there.
std::uint64_t sum_of(const std::uint64_t* column, std::size_t count) noexcept {
    return column == nullptr ? 0 : sum(column + 1, count);
}

unsigned char* put_communication(const std::uint64_t* column, std::size_t count,
                                 unsigned char* to) noexcept {
    return column == nullptr ? kernels().repeated(to, 0, count)
                             : kernels().plain(to, column + 1, count);
}

} // namespace

void Encoder::prepare(const TreeNode& node) {
    order_.prepare(node);
}

unsigned char* Encoder::encode(Lane& lane, Tree& tree, const Clock& clock, const Batch& batch,
                               unsigned char* to) {
    unsigned char* const head = to;
    lane.end[0] = base_;
    to = kernels().delta(to + format::BlockHeader::size, lane.end + 1, batch.count);
    to = kernels().recurring(to, lane.node + 1, batch.count);
    words_ = 0;
    if (kernels().all_equal(lane.node + 1, batch.count)) {
        to = encode_one_node(lane, tree.node(lane.node[1]), batch, to);
    } else {
        order_.sort(lane, tree, batch.count, batch.communicated);
        for (const NodeColumns& columns : order_.groups()) {
            to = encode_sorted(lane, tree.node(columns.node), columns, batch, to);
        }
    }
    format::put_block_header(head, {batch.block,
                                    static_cast<std::uint32_t>(batch.count),
                                    static_cast<std::uint32_t>(words_),
                                    base_,
                                    lane.head.overhead,
                                    {clock.now(), monotonic_nanoseconds()}});
    base_ = lane.end[batch.count];
    return to;
}

// As in a loop: nothing is sorted.
unsigned char* Encoder::encode_one_node(Lane& lane, TreeNode& node, const Batch& batch,
                                        unsigned char* to) {
    const std::size_t count = batch.count;
    const std::uint64_t* const communication = batch.communicated ? lane.communication : nullptr;
    DurationSummary summary;
    to = kernels().durations(to, lane.end + 1, lane.start + 1, count, summary);
    if (!batch.counted) {
        add(node.statistics, summary, count, sum_of(communication, count));
    }
    for (std::size_t i = 1; node.words > 1 && i <= count; ++i) {
        (*more_words_)[i] = (i - 1) * (node.words - 1) + 1;
    }
    to = put_communication(communication, count, to);
    return put_words(lane, node,
                     {node.id, count, nullptr, communication, lane.first_word, more_words_->data()},
                     to);
}

unsigned char* Encoder::encode_sorted(const Lane& lane, TreeNode& node, const NodeColumns& columns,
                                      const Batch& batch, unsigned char* to) {
    DurationSummary summary;
    to = kernels().summed(to, columns.duration + 1, columns.count, summary);
    if (!batch.counted) {
        add(node.statistics, summary, columns.count, sum_of(columns.communication, columns.count));
    }
    to = put_communication(columns.communication, columns.count, to);
    return put_words(lane, node, columns, to);
}

unsigned char* Encoder::put_words(const Lane& lane, const TreeNode& node,
                                  const NodeColumns& columns, unsigned char* to) {
    const std::size_t count = columns.count;
    const std::vector<format::ColumnType>& types = node.where->method->words;
    words_ += count * node.words;
    for (std::size_t position = 0; position < node.words; ++position) {
        std::uint64_t* values = columns.first_word;
        if (position > 0) {
            values = values_->data();
            for (std::size_t i = 1; i <= count; ++i) {
                values[i] = lane.more_words[columns.more_words[i] + position - 1];
            }
        }
        values[0] = 0;
        const auto stream = format::is_stored_as_difference(types[position])
                                ? kernels().zigzag
                                : kernels().exclusive_or;
        to = stream(to, values + 1, count);
    }
    return to;
}

void Encoder::summarize(const Lane& lane, Tree& tree, std::uint64_t count, bool communicated) {
    unsigned char* const scratch = discarded_->data();
    if (kernels().all_equal(lane.node + 1, count)) {
        DurationSummary summary;
        kernels().durations(scratch, lane.end + 1, lane.start + 1, count, summary);
        add(tree.node(lane.node[1]).statistics, summary, count,
            sum_of(communicated ? lane.communication : nullptr, count));
        return;
    }
    order_.sort(lane, tree, count, communicated);
    for (const NodeColumns& columns : order_.groups()) {
        DurationSummary summary;
        kernels().summed(scratch, columns.duration + 1, columns.count, summary);
        add(tree.node(columns.node).statistics, summary, columns.count,
            sum_of(columns.communication, columns.count));
    }
}

} // namespace proxima::detail
