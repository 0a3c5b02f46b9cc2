// Invocations summed up by their parameters, in one pass and bounded memory.
// Ownership: values. Thread-safety: as plain values.
#pragma once

#include <proxima/gather/measurements.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace proxima::gather {

struct Summary {
    Statistic statistic = Statistic::automatic;
    /// Microseconds in which the scheduler may have taken the processor away; not of what waits for
    /// others by itself.
    bool preempted = false;
    double resolution = 0; ///< the smallest difference between two values that means something
};

/// Keeps every combination of parameters apart, up to most_points; beyond that values that agree in
/// the leading bits of their mantissa are taken together, with fewer bits the more there are. Keeps
/// a uniform sample of the invocations besides.
class PointTable {
public:
    static constexpr std::size_t most_points = 4096;
    static constexpr std::size_t most_observations = 8192;

    PointTable(std::size_t parameters, std::size_t discrete, std::size_t metrics);
    PointTable(const PointTable&) = delete;
    PointTable& operator=(const PointTable&) = delete;
    PointTable(PointTable&& other) noexcept;
    PointTable& operator=(PointTable&& other) noexcept;
    ~PointTable();

    /// `values` has one for each metric.
    void add(std::span<const double> at, std::span<const std::uint32_t> in,
             std::span<const double> values);

    std::uint64_t invocations() const;
    /// Whether metric number `metric` was ever not 0.
    bool any(std::size_t metric) const;

    /// Fills in the points and the sample of one metric.
    void write(std::size_t metric, Measurements& measurements, const Summary& how = {}) const;

private:
    struct Table;
    std::unique_ptr<Table> table_;
};

} // namespace proxima::gather
