#include "price_errors.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <limits>
#include <stdexcept>

namespace {

std::string number(double value, const char* format) {
    char text[40];
    std::snprintf(text, sizeof text, format, value);
    return text;
}

std::string exactly(double value) {
    return std::isfinite(value) ? number(value, "%.17g") : "null";
}

} // namespace

void PriceErrors::add(const std::vector<double>& prices, const std::vector<double>& exact) {
    for (std::size_t i = 0; i < prices.size(); ++i) {
        const double difference = std::abs(prices[i] - exact[i]);
        // A price that is not a number has an infinite error.
        const double error =
            std::isnan(difference) ? std::numeric_limits<double>::infinity() : difference;
        worst_ = std::max(worst_, error);
        sum_of_squares_ += error * error;
        sum_of_prices_ += prices[i];
    }
    count_ += prices.size();
}

double PriceErrors::root_mean_square() const {
    return std::sqrt(sum_of_squares_ / static_cast<double>(count_));
}

std::string to_line(const std::string& engine, int size, const PriceErrors& errors) {
    return "engine=" + engine + " size=" + std::to_string(size) +
           " prices=" + std::to_string(errors.count()) +
           " sum=" + number(errors.sum_of_prices(), "%.17g") +
           " worst_error=" + number(errors.worst(), "%.2e") +
           " rms_error=" + number(errors.root_mean_square(), "%.2e");
}

void write_json(const std::string& file, const std::string& engine, int size,
                const PriceErrors& errors) {
    std::ofstream stream(file);
    stream << "{\"engine\": \"" << engine << "\", \"size\": " << size
           << ", \"prices\": " << errors.count() << ", \"sum\": " << exactly(errors.sum_of_prices())
           << ", \"worst_error\": " << exactly(errors.worst())
           << ", \"rms_error\": " << exactly(errors.root_mean_square()) << "}\n"
           << std::flush;
    if (!stream) {
        throw std::runtime_error(file + ": cannot be written");
    }
}
