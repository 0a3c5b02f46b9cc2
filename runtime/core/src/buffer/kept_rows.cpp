#include "buffer/kept_rows.hpp"

#include <proxima/detail/message.hpp>

#include <algorithm>
#include <new>

namespace proxima::detail {

RowPolicy row_policy;

namespace {

constexpr std::size_t fewest_rows = 32;
constexpr std::size_t most_words = 8192; // of a chunk, unless a single row has more

// Said once.
void say_that_memory_is_full() noexcept {
    if (!row_policy.is_full.exchange(true)) {
        say("the rows that PerfParam and Monitor keep in memory take 256 MiB: further invocations "
            "are missing there until some are fetched with reset; the records have them");
    }
}

bool take_from_budget(std::size_t bytes) noexcept {
    if (row_policy.bytes.fetch_add(bytes) + bytes <= RowPolicy::most_bytes) {
        return true;
    }
    row_policy.bytes.fetch_sub(bytes);
    return false;
}

} // namespace

RowChunk::RowChunk(std::size_t width, std::size_t capacity)
    : width_(width), capacity_(capacity), words_(new std::uint64_t[width * capacity]) {
}

RowChunk::~RowChunk() {
    row_policy.bytes.fetch_sub(width_ * capacity_ * sizeof(std::uint64_t));
}

SiteRows* KeptRows::rows_of(const TreeNode& node) {
    if (by_node_.size() <= node.id) {
        by_node_.resize(node.id + 1);
    }
    OfNode& cached = by_node_[node.id];
    if (cached.known) {
        return cached.rows;
    }
    const bool wanted = row_policy.all.load(std::memory_order_relaxed) ||
                        __atomic_load_n(&node.where->keeps_rows, __ATOMIC_RELAXED) != 0;
    if (wanted) {
        SiteRows& rows = sites_[node.site];
        if (rows.where == nullptr) {
            rows.where = node.where;
            for (const format::ColumnType type : node.where->method->words) {
                rows.kept.push_back(type != format::ColumnType::text);
                rows.width += rows.kept.back() ? 1 : 0;
            }
        }
        cached.rows = &rows;
    }
    cached.known = true;
    return cached.rows;
}

std::uint64_t* KeptRows::add_row(SiteRows& rows) {
    const std::size_t before = rows.chunks.empty() ? 0 : rows.chunks.back()->capacity();
    if (rows.count == before) {
        const std::size_t most = std::max<std::size_t>(1, most_words / rows.width);
        const std::size_t capacity = std::clamp(2 * before, std::min(fewest_rows, most), most);
        const std::size_t bytes = rows.width * capacity * sizeof(std::uint64_t);
        if (!take_from_budget(bytes)) {
            return nullptr;
        }
        try {
            rows.chunks.reserve(rows.chunks.size() + 1);
            rows.chunks.push_back(std::make_shared<RowChunk>(rows.width, capacity));
        } catch (const std::bad_alloc&) {
            row_policy.bytes.fetch_sub(bytes);
            return nullptr;
        }
        rows.count = 0;
    }
    return rows.chunks.back()->row(rows.count++);
}

void KeptRows::append(SiteRows& rows, const ThreadBuffer& buffer, std::uint64_t index,
                      std::size_t words) {
    std::uint64_t* to = add_row(rows);
    if (to == nullptr) {
        say_that_memory_is_full();
        return;
    }
    *to++ = buffer.end[index] - buffer.start[index];
    *to++ = buffer.communication[index];
    for (std::size_t word = 0; word < words; ++word) {
        if (rows.kept[word]) {
            *to++ = word == 0 ? buffer.first_word[index] : buffer.more_words[more_ + word];
        }
    }
}

void KeptRows::take(const ThreadBuffer& buffer, Tree& tree, std::uint64_t count) noexcept {
    const unsigned version = row_policy.version.load(std::memory_order_acquire);
    if (version == 0) {
        return;
    }
    try {
        if (version != version_) {
            by_node_.clear();
            version_ = version;
        }
        while (taken_ < count) {
            const std::uint64_t index = ++taken_;
            const TreeNode& node = tree.node(buffer.node[index]);
            if (SiteRows* const rows = rows_of(node)) {
                append(*rows, buffer, index, node.words);
            }
            more_ += node.words > 1 ? node.words - 1 : 0;
        }
    } catch (const std::bad_alloc&) {
        say_that_memory_is_full();
        skip(buffer, tree, count);
    }
}

void KeptRows::skip(const ThreadBuffer& buffer, Tree& tree, std::uint64_t count) noexcept {
    while (taken_ < count) {
        const std::uint32_t words = tree.node(buffer.node[++taken_]).words;
        more_ += words > 1 ? words - 1 : 0;
    }
}

} // namespace proxima::detail
