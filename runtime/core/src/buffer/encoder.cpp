#include "buffer/encoder.hpp"

#include "buffer/summary.hpp"

#include <proxima/format/chunks.hpp>
#include <proxima/format/stream_encoder.hpp>

namespace proxima::detail {

namespace {

// Of a column's elements from 1 on; of none that is not there.
std::uint64_t sum_of(const std::uint64_t* column, std::size_t count) noexcept {
    return column == nullptr ? 0 : sum(column + 1, count);
}

unsigned char* put_communication(const std::uint64_t* column, std::size_t count,
                                 unsigned char* to) noexcept {
    return column == nullptr ? format::kernels().repeated(to, 0, count)
                             : format::kernels().plain(to, column + 1, count);
}

} // namespace

void Encoder::prepare(const TreeNode& node) {
    order_.prepare(node);
}

unsigned char* Encoder::encode(ThreadBuffer& buffer, Tree& tree, const Clock& clock,
                               const Batch& batch, unsigned char* to) {
    unsigned char* const head = to;
    buffer.end[0] = base_;
    to = format::kernels().delta(to + format::BlockHeader::size, buffer.end + 1, batch.count);
    to = format::kernels().recurring(to, buffer.node + 1, batch.count);
    words_ = 0;
    if (format::kernels().all_equal(buffer.node + 1, batch.count)) {
        to = encode_one_node(buffer, tree.node(buffer.node[1]), batch, to);
    } else {
        order_.sort(buffer, tree, batch.count, batch.communicated);
        for (const NodeColumns& columns : order_.groups()) {
            to = encode_sorted(buffer, tree.node(columns.node), columns, batch, to);
        }
    }
    format::put_block_header(head, {batch.block,
                                    static_cast<std::uint32_t>(batch.count),
                                    static_cast<std::uint32_t>(words_),
                                    base_,
                                    buffer.head.overhead,
                                    {clock.now(), monotonic_nanoseconds()}});
    base_ = buffer.end[batch.count];
    return to;
}

// As in a loop: nothing is sorted.
unsigned char* Encoder::encode_one_node(ThreadBuffer& buffer, TreeNode& node, const Batch& batch,
                                        unsigned char* to) {
    const std::size_t count = batch.count;
    const std::uint64_t* const communication = batch.communicated ? buffer.communication : nullptr;
    format::DurationSummary summary;
    to = format::kernels().durations(to, buffer.end + 1, buffer.start + 1, count, summary);
    if (!batch.counted) {
        add(node.statistics, summary, count, sum_of(communication, count));
    }
    for (std::size_t i = 1; node.words > 1 && i <= count; ++i) {
        (*more_words_)[i] = (i - 1) * (node.words - 1) + 1;
    }
    to = put_communication(communication, count, to);
    return put_words(
        buffer, node,
        {node.id, count, nullptr, communication, buffer.first_word, more_words_->data()}, to);
}

unsigned char* Encoder::encode_sorted(const ThreadBuffer& buffer, TreeNode& node,
                                      const NodeColumns& columns, const Batch& batch,
                                      unsigned char* to) {
    format::DurationSummary summary;
    to = format::kernels().summed(to, columns.duration + 1, columns.count, summary);
    if (!batch.counted) {
        add(node.statistics, summary, columns.count, sum_of(columns.communication, columns.count));
    }
    to = put_communication(columns.communication, columns.count, to);
    return put_words(buffer, node, columns, to);
}

unsigned char* Encoder::put_words(const ThreadBuffer& buffer, const TreeNode& node,
                                  const NodeColumns& columns, unsigned char* to) {
    const std::size_t count = columns.count;
    const std::vector<format::ColumnType>& types = node.where->method->words;
    words_ += count * node.words;
    for (std::size_t position = 0; position < node.words; ++position) {
        std::uint64_t* values = columns.first_word;
        if (position > 0) {
            values = values_->data();
            for (std::size_t i = 1; i <= count; ++i) {
                values[i] = buffer.more_words[columns.more_words[i] + position - 1];
            }
        }
        values[0] = 0;
        const auto stream = format::is_stored_as_difference(types[position])
                                ? format::kernels().zigzag
                                : format::kernels().exclusive_or;
        to = stream(to, values + 1, count);
    }
    return to;
}

void Encoder::summarize(const ThreadBuffer& buffer, Tree& tree, std::uint64_t count,
                        bool communicated) {
    unsigned char* const scratch = discarded_->data();
    if (format::kernels().all_equal(buffer.node + 1, count)) {
        format::DurationSummary summary;
        format::kernels().durations(scratch, buffer.end + 1, buffer.start + 1, count, summary);
        add(tree.node(buffer.node[1]).statistics, summary, count,
            sum_of(communicated ? buffer.communication : nullptr, count));
        return;
    }
    order_.sort(buffer, tree, count, communicated);
    for (const NodeColumns& columns : order_.groups()) {
        format::DurationSummary summary;
        format::kernels().summed(scratch, columns.duration + 1, columns.count, summary);
        add(tree.node(columns.node).statistics, summary, columns.count,
            sum_of(columns.communication, columns.count));
    }
}

} // namespace proxima::detail
