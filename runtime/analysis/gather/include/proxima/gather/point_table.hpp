// Sums up invocations by their parameters, in one pass and bounded memory.
//
//     gather::PointTable table(1, 0, 1); // one parameter, no discrete one, one metric
//     const std::vector<double> size = {1000};
//     const std::vector<double> time = {12.5};
//     table.add(size, {}, time);
//     gather::Measurements measurements;
//     measurements.parameters = {"Q"};
//     table.write(0, measurements);
//
// Units: as given; Summary in microseconds.
// Ownership: values.
// Thread safety: threads may share const objects, as with plain values.
#pragma once

#include <proxima/gather/measurements.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <stdexcept>
#include <vector>

namespace proxima::gather {

/// Settings for summing up the values at a point.
struct Summary {
    Statistic statistic = Statistic::automatic;
    double resolution = 0; ///< smallest meaningful difference between two values
};

class PointTable;

/// The memory that the tables of a gathering share. When it is used up, the largest table gives up
/// half of its points and of its sample, so that few records with many different values take no
/// more than many records.
class PointBudget {
public:
    /// Thrown if the smallest tables take more.
    struct Exceeded : std::runtime_error {
        using std::runtime_error::runtime_error;
    };

    /// A budget for records or lines of `input_bytes`.
    explicit PointBudget(std::uint64_t input_bytes);
    PointBudget(const PointBudget&) = delete;
    PointBudget& operator=(const PointBudget&) = delete;
    ~PointBudget();

    /// Takes what the description of a table needs.
    void take(std::uint64_t bytes);

private:
    friend class PointTable;
    struct State;
    std::unique_ptr<State> state_;
};

/// Keeps every combination of parameters apart, up to most_points; beyond that, merges values that
/// agree in the leading bits of their mantissa, with fewer bits the more values there are. Also
/// keeps a uniform sample of the invocations.
class PointTable {
public:
    static constexpr std::size_t most_points = 4096;
    static constexpr std::size_t most_observations = 8192;

    /// `budget`, if there is one, outlives the table.
    PointTable(std::size_t parameters, std::size_t discrete, std::size_t metrics,
               PointBudget* budget = nullptr);
    PointTable(const PointTable&) = delete;
    PointTable& operator=(const PointTable&) = delete;
    PointTable(PointTable&& other) noexcept;
    PointTable& operator=(PointTable&& other) noexcept;
    ~PointTable();

    /// Adds an invocation; `values` has one value for each metric.
    void add(std::span<const double> at, std::span<const std::uint32_t> in,
             std::span<const double> values, const Origin& origin = {});

    std::uint64_t invocations() const;
    /// True if metric number `metric` was ever different from 0.
    bool any(std::size_t metric) const;

    /// Sets the statistic of `measurements` and appends the points and the sample of one metric.
    void write(std::size_t metric, Measurements& measurements, const Summary& how = {}) const;

private:
    friend class PointBudget;
    struct Table;
    std::unique_ptr<Table> table_;
};

} // namespace proxima::gather
