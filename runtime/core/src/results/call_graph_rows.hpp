// What the nodes of a call graph have, in tables: each is sorted by its key, which begins with the
// node and occurs once. Times are microseconds, since the clocks of ranks may tick differently.
#pragma once

#include <cstdint>
#include <tuple>

namespace proxima::detail {

// Of one rank, or of all ranks that have no row of their own (-1).
struct NodeRow {
    std::uint32_t node = 0;
    std::int32_t rank = 0;
    std::uint64_t calls = 0;
    double exclusive = 0;
    double inclusive = 0;
    double communication = 0;
    std::uint64_t mpi_calls = 0; // made by itself
    double minimum = 0;          // this and what follows: of the inclusive time of one call
    double maximum = 0;
    double mean = 0;
    double deviation = 0;

    auto key() const noexcept { return std::tuple(node, rank); }
    void add(const NodeRow& other) noexcept;
};

// What a row has counted besides time. Where there is none, it is 0.
struct CounterRow {
    std::uint32_t node = 0;
    std::int32_t rank = 0;
    std::uint64_t counter = 0; // of CallGraph::counters()
    double exclusive = 0;
    double inclusive = 0;

    auto key() const noexcept { return std::tuple(node, rank, counter); }
    void add(const CounterRow& other) noexcept;
};

// A bin of the node's first parameter, over all ranks.
struct BinRow {
    std::uint32_t node = 0;
    std::int32_t bin = 0;
    std::uint64_t calls = 0;
    double sum = 0;
    double squares = 0; // sum of the squares
    double minimum = 0;
    double maximum = 0;

    auto key() const noexcept { return std::tuple(node, bin); }
    void add(const BinRow& other) noexcept;
};

// How the ranks differ in a number.
struct Spread {
    double minimum = 0;
    double maximum = 0;
    double mean = 0;
    double squares = 0; // of the distances from the mean
    std::int32_t minimum_rank = 0;
    std::int32_t maximum_rank = 0;
};

// Over all ranks that have the node. Kept where there are several.
struct SpreadRow {
    std::uint64_t node = 0;
    std::uint64_t ranks = 0;
    Spread calls;
    Spread inclusive;
    Spread communication;

    auto key() const noexcept { return node; }
    void add(const SpreadRow& other) noexcept;
};

} // namespace proxima::detail
