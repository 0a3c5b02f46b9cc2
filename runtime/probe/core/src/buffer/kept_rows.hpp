// The rows that PerfParam reads: one per invocation, in memory.
#pragma once

#include "tree/tree.hpp"

#include <proxima/detail/thread_buffer.hpp>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

namespace proxima::detail {

// The rows of one call site. A row has duration, communication, and the values of all columns but
// texts.
struct CallSiteRows {
    const CallSiteInfo* where = nullptr;
    std::size_t width = 2;
    std::vector<double> values; // row by row
};

// True for columns that have a place in a row.
inline bool is_number(format::ColumnType type) noexcept {
    return type != format::ColumnType::text && type != format::ColumnType::missing;
}

// The memory for rows of the process. A flag of each call site tells whether its rows are kept.
struct RowPolicy {
    static constexpr std::size_t most_bytes = std::size_t{256} << 20;

    std::atomic<bool> any{false};
    std::atomic<std::size_t> bytes{0};
    std::atomic<bool> is_full{false};

    // Takes bytes; false if that exceeds the limit.
    bool take(std::size_t more) noexcept;
    void give_back(std::size_t less) noexcept;
};

extern RowPolicy row_policy;

// The rows of one thread. Call all functions with the mutex of its recorder held.
class KeptRows {
public:
    // Adds rows for those of the first `count` invocations in the columns that are new.
    void take(const ThreadBuffer& buffer, Tree& tree, std::uint64_t count) noexcept;
    // Skips the new ones of the first `count` invocations.
    void skip(const ThreadBuffer& buffer, Tree& tree, std::uint64_t count) noexcept;
    // Call it when the columns have been drained.
    void begin_columns() noexcept { taken_ = more_ = 0; }

    std::unordered_map<CallSite, CallSiteRows>& sites() noexcept { return sites_; }

private:
    CallSiteRows& rows_of(const TreeNode& node);
    // Returns null if memory for rows is exhausted.
    static double* add_row(CallSiteRows& rows);
    void append(CallSiteRows& rows, const ThreadBuffer& buffer, std::uint64_t index,
                const TreeNode& node);

    std::uint64_t taken_ = 0; // invocations of the columns already taken
    std::uint64_t more_ = 0;  // words beyond the first of those taken
    std::unordered_map<CallSite, CallSiteRows> sites_;
};

} // namespace proxima::detail
