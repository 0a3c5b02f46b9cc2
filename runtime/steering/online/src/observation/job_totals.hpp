// The totals of all ranks, by sums alone: the first rank chooses the methods, by numbers that stand
// for their names, and at the next exchange each rank adds what it has of these.
#pragma once

#include "safe_points/safe_points.hpp"

#include <proxima/online/observation.hpp>

#include <array>
#include <cstddef>
#include <map>
#include <string>
#include <string_view>

namespace proxima::online {

// Stands for a name: a whole number that a double holds exactly (FNV-1a, of 52 bits).
double number_of(std::string_view name);

// Not thread-safe.
class JobTotals {
public:
    static constexpr std::size_t methods = 48;
    static constexpr std::size_t numbers = 4 * methods + 1;

    explicit JobTotals(bool is_first_rank) : is_first_rank_(is_first_rank) {}

    void contribute(const Observation& here, const SharedNumbers& own);
    // What all have, of those methods that this rank knows by name.
    Observation learn(const SharedNumbers& all);

private:
    struct Named {
        MeasuredMethod method; // a routine of MPI is a method of no instance
        Totals totals;
    };

    void choose(const SharedNumbers& own) const;

    bool is_first_rank_;
    double duration_us_ = 0;
    std::array<double, methods> chosen_{}; // of the next exchange; 0: none
    std::map<double, Named> known_;        // by the number of the name
};

} // namespace proxima::online
