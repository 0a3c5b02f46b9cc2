#pragma once

#include <cstddef>
#include <string>
#include <vector>

// Errors of prices against exact ones.
class PriceErrors {
public:
    void add(const std::vector<double>& prices, const std::vector<double>& exact);

    std::size_t count() const { return count_; }
    double worst() const { return worst_; }
    double root_mean_square() const;
    double sum_of_prices() const { return sum_of_prices_; }

private:
    std::size_t count_ = 0;
    double worst_ = 0.0;
    double sum_of_squares_ = 0.0;
    double sum_of_prices_ = 0.0;
};

// One line of names and values, for people.
std::string to_line(const std::string& engine, int size, const PriceErrors& errors);

// Writes a JSON object, for programs. Throws std::runtime_error if the file cannot be written.
void write_json(const std::string& file, const std::string& engine, int size,
                const PriceErrors& errors);
