// Times of calls, fitted to the calls of the running application: linear in their parameters.
#pragma once

#include <proxima/online/invocations.hpp>

#include <cstddef>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace proxima::online {

// Not thread-safe.
class LearntCosts {
public:
    // Adds calls; earlier ones are forgotten slowly.
    void add(const Invocations& some);
    // Returns the time of each row of `values`, which has a number for each of `parameters`, in
    // microseconds; nothing while few calls, or not all of the parameters, are known. The sum of
    // these times over the calls so far is what they took. Of several overloads with these
    // parameters, the one that was called most answers.
    std::vector<double> microseconds(const std::string& method,
                                     const std::vector<std::string>& parameters,
                                     const std::vector<double>& values) const;

private:
    // Sums over calls. A call is a row: 1, its parameters, its limited time.
    struct Sums {
        std::size_t width = 0;        // number of parameters
        std::vector<double> products; // of two elements of a row, row by row
        double calls = 0;
        double taken = 0; // times as they were

        double of(std::size_t i, std::size_t j) const { return products[i * (width + 2) + j]; }
        void forget(double kept);
        void add(const double* values, double microseconds, double limit);
        // Fits the time by these elements of a row; no coefficient is negative. The fitted times
        // have the sum of the times as they were.
        std::vector<double> fit(const std::vector<std::size_t>& elements) const;
    };

    // Overloads of a method, "instance.method", differ in their parameters.
    std::map<std::pair<std::string, std::vector<std::string>>, Sums> overloads_;
};

} // namespace proxima::online
