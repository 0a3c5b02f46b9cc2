// Adds up totals of all ranks by numeric sums and maxima alone: the first rank chooses methods, by
// numbers that stand for their names, and at the next exchange each rank adds its totals of these.
#pragma once

#include "safe_points/safe_points.hpp"

#include <proxima/online/observation.hpp>

#include <array>
#include <cstddef>
#include <map>
#include <string_view>

namespace proxima::online {

// Returns a whole number for a name, which a double holds exactly (52 bits of FNV-1a).
double number_of(std::string_view name);

// The totals of one group of ranks; not thread-safe.
class JobTotals {
public:
    static constexpr std::size_t methods = 48;
    static constexpr std::size_t numbers = 4 * methods + 1;

    explicit JobTotals(bool is_first_rank) : is_first_rank_(is_first_rank) {}

    void contribute(const Observation& here, const SharedNumbers& own);
    // Returns the totals of all ranks, for methods whose names this rank knows.
    Observation learn(const SharedNumbers& all);

private:
    struct Named {
        MeasuredMethod method; // an MPI routine has an empty instance
        Totals totals;
    };

    void choose(const SharedNumbers& own) const;

    bool is_first_rank_;
    double duration_us_ = 0;
    std::array<double, methods> chosen_{}; // methods of the next exchange; 0 for none
    std::map<double, Named> known_;        // by number of the name
};

} // namespace proxima::online
