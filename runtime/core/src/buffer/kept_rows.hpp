// The invocations of a thread that PerfParam may ask for, in memory: a row for each.
#pragma once

#include "tree/tree.hpp"

#include <proxima/detail/thread_buffer.hpp>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

namespace proxima::detail {

// Rows of one width, one after the other. Their number grows only, so that others may read those
// that were there before.
class RowChunk {
public:
    // Throws std::bad_alloc. Whoever makes it has taken its bytes from the budget.
    RowChunk(std::size_t width, std::size_t capacity);
    RowChunk(const RowChunk&) = delete;
    RowChunk& operator=(const RowChunk&) = delete;
    ~RowChunk();

    std::uint64_t* row(std::size_t index) noexcept { return words_.get() + index * width_; }
    const std::uint64_t* row(std::size_t index) const noexcept {
        return words_.get() + index * width_;
    }
    std::size_t capacity() const noexcept { return capacity_; }

private:
    std::size_t width_;
    std::size_t capacity_;
    std::unique_ptr<std::uint64_t[]> words_;
};

// Of one call site: duration and communication, then the words of all columns but texts.
struct SiteRows {
    const SiteInfo* where = nullptr;
    std::vector<bool> kept; // by word: whether rows have it
    std::size_t width = 2;
    std::size_t count = 0; // in the last chunk
    std::vector<std::shared_ptr<RowChunk>> chunks;
};

// Which invocations are kept, and how many; of the whole process.
struct RowPolicy {
    static constexpr std::size_t most_bytes = std::size_t{256} << 20;

    std::atomic<unsigned> version{0}; // 0: none are
    std::atomic<bool> all{false};
    std::atomic<std::size_t> bytes{0};
    std::atomic<bool> is_full{false};
};

extern RowPolicy row_policy;

// What has been said of a node, by its number.
struct Reported {
    std::uint64_t calls = 0;
    std::uint64_t inclusive = 0;
};

// Of one thread. All functions are called with the mutex of its buffer held.
class KeptRows {
public:
    // The first `count` invocations of the columns, without those that it has got before.
    void take(const ThreadBuffer& buffer, Tree& tree, std::uint64_t count) noexcept;
    // Leaves them out.
    void skip(const ThreadBuffer& buffer, Tree& tree, std::uint64_t count) noexcept;
    // They have been emptied.
    void begin_columns() noexcept { taken_ = more_ = 0; }

    std::unordered_map<Site, SiteRows>& sites() noexcept { return sites_; }

private:
    SiteRows* rows_of(const TreeNode& node);
    // Null: there is no room.
    static std::uint64_t* add_row(SiteRows& rows);
    void append(SiteRows& rows, const ThreadBuffer& buffer, std::uint64_t index, std::size_t words);

    std::uint64_t taken_ = 0; // of the columns
    std::uint64_t more_ = 0;  // words beyond the first of those taken
    unsigned version_ = 0;
    struct OfNode {
        bool known = false;
        SiteRows* rows = nullptr; // null: not kept
    };
    std::vector<OfNode> by_node_;
    std::unordered_map<Site, SiteRows> sites_;
};

} // namespace proxima::detail
