// The invocations of a thread that PerfParam may ask for, in memory: a row for each.
#pragma once

#include "tree/tree.hpp"

#include <proxima/detail/thread_buffer.hpp>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

namespace proxima::detail {

// Of one call site: for each invocation duration, communication, then the values of all columns but
// texts.
struct SiteRows {
    const SiteInfo* where = nullptr;
    std::size_t width = 2;
    std::vector<double> values; // row by row
};

// Which invocations are kept, and how many; of the whole process.
struct RowPolicy {
    static constexpr std::size_t most_bytes = std::size_t{256} << 20;

    std::atomic<bool> any{false};
    std::atomic<bool> all{false}; // else those of sites that say so
    std::atomic<std::size_t> bytes{0};
    std::atomic<bool> is_full{false};

    bool keeps(const SiteInfo& site) const noexcept;
    // False if there are too many already.
    bool take(std::size_t more) noexcept;
    void give_back(std::size_t less) noexcept;
};

extern RowPolicy row_policy;

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
    SiteRows& rows_of(const TreeNode& node);
    // Null: there is no room.
    static double* add_row(SiteRows& rows);
    void append(SiteRows& rows, const ThreadBuffer& buffer, std::uint64_t index, std::size_t words);

    std::uint64_t taken_ = 0; // of the columns
    std::uint64_t more_ = 0;  // words beyond the first of those taken
    std::unordered_map<Site, SiteRows> sites_;
};

} // namespace proxima::detail
