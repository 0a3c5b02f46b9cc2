// Invocations summed up by their parameters, in one pass and bounded memory.
// Ownership: values. Thread-safety: as plain values.
#pragma once

#include <proxima/model/measurements.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace proxima::model {

/// What values that lie far above the others may be.
enum class Delays {
    scattered,     ///< anything that comes at random; the unit is not known
    interruptions, ///< in microseconds: something else has had the processor
    none           ///< what the method does itself, such as waiting for others
};

struct Summary {
    Statistic statistic = Statistic::automatic;
    Delays delays = Delays::scattered;
};

/// Keeps every combination of parameters apart, up to most_points; beyond that values that agree in
/// the leading bits of their mantissa are taken together, with fewer bits the more there are. Keeps
/// an even choice of the invocations besides.
class PointTable {
public:
    static constexpr std::size_t most_points = 4096;
    static constexpr std::size_t most_observations = 8192;

    /// `resolution` is the smallest difference between two values that means something.
    PointTable(std::size_t parameters, std::size_t discrete, std::size_t metrics,
               double resolution = 0);
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

} // namespace proxima::model
