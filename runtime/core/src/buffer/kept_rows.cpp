#include "buffer/kept_rows.hpp"

#include <proxima/detail/message.hpp>

#include <algorithm>
#include <new>

namespace proxima::detail {

RowPolicy row_policy;

namespace {

constexpr std::size_t fewest_rows = 32; // that room is made for

// Said once.
void say_that_memory_is_full() noexcept {
    if (!row_policy.is_full.exchange(true)) {
        say("the rows that PerfParam and Monitor keep in memory take 256 MiB: further invocations "
            "are missing there until some are fetched with reset; the records have them");
    }
}

} // namespace

bool RowPolicy::take(std::size_t more) noexcept {
    if (bytes.fetch_add(more) + more <= most_bytes) {
        return true;
    }
    bytes.fetch_sub(more);
    return false;
}

void RowPolicy::give_back(std::size_t less) noexcept {
    bytes.fetch_sub(less);
    is_full = false;
}

bool RowPolicy::keeps(const SiteInfo& site) const noexcept {
    return all.load(std::memory_order_relaxed) ||
           __atomic_load_n(&site.keeps_rows, __ATOMIC_RELAXED) != 0;
}

SiteRows& KeptRows::rows_of(const TreeNode& node) {
    SiteRows& rows = sites_[node.site];
    if (rows.where == nullptr) {
        rows.where = node.where;
        for (const format::ColumnType type : node.where->method->words) {
            rows.kept.push_back(type != format::ColumnType::text);
            rows.width += rows.kept.back() ? 1 : 0;
        }
    }
    return rows;
}

std::uint64_t* KeptRows::add_row(SiteRows& rows) {
    std::vector<std::uint64_t>& values = rows.values;
    const std::size_t before = values.capacity();
    if (values.size() + rows.width > before) {
        const std::size_t room = std::max(2 * before, fewest_rows * rows.width);
        if (!row_policy.take((room - before) * sizeof(std::uint64_t))) {
            return nullptr;
        }
        values.reserve(room);
    }
    values.resize(values.size() + rows.width);
    return values.data() + values.size() - rows.width;
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
    if (!row_policy.any.load(std::memory_order_acquire)) {
        return;
    }
    try {
        while (taken_ < count) {
            const std::uint64_t index = ++taken_;
            const TreeNode& node = tree.node(buffer.node[index]);
            if (row_policy.keeps(*node.where)) {
                append(rows_of(node), buffer, index, node.words);
            }
            more_ += node.words_beyond_first();
        }
    } catch (const std::bad_alloc&) {
        say_that_memory_is_full();
        skip(buffer, tree, count);
    }
}

void KeptRows::skip(const ThreadBuffer& buffer, Tree& tree, std::uint64_t count) noexcept {
    while (taken_ < count) {
        more_ += tree.node(buffer.node[++taken_]).words_beyond_first();
    }
}

} // namespace proxima::detail
