#include "buffer/encoder.hpp"

#include <proxima/format/chunks.hpp>
#include <proxima/format/stream_encoder.hpp>

namespace proxima::detail {
namespace {

unsigned char* put_communication(const std::uint64_t* column, std::size_t count,
                                 unsigned char* to) noexcept {
    return column == nullptr ? format::kernels().repeated(to, 0, count)
                             : format::kernels().plain(to, column + 1, count);
}

} // namespace

unsigned char* Encoder::encode(ThreadBuffer& buffer, Tree& tree, const Clock& clock,
                               const Batch& batch, unsigned char* to) {
    unsigned char* const head = to;
    buffer.end[0] = base_;
    to = format::kernels().delta(to + format::BlockHeader::size, buffer.end + 1, batch.count);
    to = format::kernels().recurring(to, buffer.node + 1, batch.count);
    words_ = 0;
    order_.sort(buffer, tree, batch.count, batch.communicated);
    for (const NodeColumns& columns : order_.groups()) {
        to = encode_node(buffer, tree.node(columns.node), columns, batch.counted, to);
    }
    format::put_block_header(head, {batch.block,
                                    static_cast<std::uint32_t>(batch.count),
                                    static_cast<std::uint32_t>(words_),
                                    base_,
                                    load_shared(buffer.head.overhead),
                                    {clock.now(), monotonic_nanoseconds()}});
    base_ = buffer.end[batch.count];
    return to;
}

unsigned char* Encoder::encode_node(const ThreadBuffer& buffer, TreeNode& node,
                                    const NodeColumns& columns, bool counted, unsigned char* to) {
    format::DurationSummary summary;
    to = put_durations(buffer, columns, 1, columns.count, to, summary);
    if (!counted) {
        node.statistics.merge(statistics_of(summary, columns, 1, columns.count));
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

} // namespace proxima::detail
