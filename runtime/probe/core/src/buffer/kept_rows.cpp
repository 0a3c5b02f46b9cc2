#include "buffer/kept_rows.hpp"

#include <proxima/detail/message.hpp>
#include <proxima/format/bytes.hpp>

#include <algorithm>
#include <limits>
#include <new>

namespace proxima::detail {

RowPolicy row_policy;

namespace {

constexpr std::size_t fewest_rows = 32; // capacity of the first allocation

void report_full_memory() noexcept {
    if (!row_policy.is_full.exchange(true)) {
        say("warning: PerfParam and Monitor hold 256 MiB of rows and drop new ones (the records "
            "keep them); fetch rows with reset");
    }
}

double number(std::uint64_t word, format::ColumnType type) noexcept {
    if (type == format::ColumnType::real) {
        return format::load<double>(&word);
    }
    return type == format::ColumnType::integer || type == format::ColumnType::enumeration
               ? static_cast<double>(static_cast<std::int64_t>(word))
               : static_cast<double>(word);
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

CallSiteRows& KeptRows::rows_of(const TreeNode& node) {
    CallSiteRows& rows = sites_[node.call_site];
    if (rows.where == nullptr) {
        rows.where = node.where;
        for (const format::ColumnType type : node.where->method->words) {
            rows.width += is_number(type) ? 1 : 0;
        }
    }
    return rows;
}

double* KeptRows::add_row(CallSiteRows& rows) {
    std::vector<double>& values = rows.values;
    const std::size_t before = values.capacity();
    if (values.size() + rows.width > before) {
        const std::size_t room = std::max(2 * before, fewest_rows * rows.width);
        if (!row_policy.take((room - before) * sizeof(double))) {
            return nullptr;
        }
        values.reserve(room);
    }
    values.resize(values.size() + rows.width);
    return values.data() + values.size() - rows.width;
}

void KeptRows::append(CallSiteRows& rows, const ThreadBuffer& buffer, std::uint64_t index,
                      const TreeNode& node) {
    double* to = add_row(rows);
    if (to == nullptr) {
        report_full_memory();
        return;
    }
    *to++ = static_cast<double>(buffer.end[index] - buffer.start[index]);
    *to++ = static_cast<double>(buffer.communication[index]);
    const auto word = [&](std::size_t i) {
        return i == 0 ? buffer.first_word[index] : buffer.more_words[more_ + i];
    };
    std::uint64_t missing = node.may_miss ? word(node.parameters - 1) : 0;
    for (std::size_t i = 0; i < node.words; missing >>= 1U) {
        const format::ColumnType type = rows.where->method->words[i];
        if (is_number(type)) {
            *to++ = (missing & 1U) != 0 ? std::numeric_limits<double>::quiet_NaN()
                                        : number(word(i), type);
        }
        i += format::words_of(type);
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
            if (__atomic_load_n(&node.where->keeps_rows, __ATOMIC_RELAXED) != 0) {
                append(rows_of(node), buffer, index, node);
            }
            more_ += node.words_beyond_first();
        }
    } catch (const std::bad_alloc&) {
        report_full_memory();
        skip(buffer, tree, count);
    }
}

void KeptRows::skip(const ThreadBuffer& buffer, Tree& tree, std::uint64_t count) noexcept {
    while (taken_ < count) {
        more_ += tree.node(buffer.node[++taken_]).words_beyond_first();
    }
}

} // namespace proxima::detail
