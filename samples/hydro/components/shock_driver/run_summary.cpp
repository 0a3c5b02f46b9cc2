#include "run_summary.hpp"

#include <cmath>
#include <cstdio>

namespace hydro {
namespace {

std::string number(double value, const char* format) {
    if (!std::isfinite(value)) {
        return "null";
    }
    char text[40];
    std::snprintf(text, sizeof text, format, value);
    return text;
}

std::string exactly(double value) {
    return number(value, "%.17g");
}

std::string object(const Summary& integrals) {
    return "{\"mass\": " + exactly(integrals.mass) +
           ", \"momentum_x\": " + exactly(integrals.momentum_x) +
           ", \"momentum_y\": " + exactly(integrals.momentum_y) +
           ", \"energy\": " + exactly(integrals.energy) +
           ", \"circulation\": " + exactly(integrals.circulation) +
           ", \"density_error\": " + exactly(integrals.density_error) + "}";
}

double updates_per_second(const RunSummary& summary) {
    return static_cast<double>(summary.cell_updates) / summary.seconds;
}

} // namespace

std::string to_line(const RunSummary& summary) {
    std::string line =
        "hydro: ranks=" + std::to_string(summary.ranks) +
        " steps=" + std::to_string(summary.steps) + " time=" + number(summary.time, "%.6g") +
        " cells=" + std::to_string(summary.cells) + " seconds=" + number(summary.seconds, "%.3g") +
        " cell_updates_per_second=" + number(updates_per_second(summary), "%.3g") +
        " mass=" + number(summary.end.mass, "%.12g") +
        " energy=" + number(summary.end.energy, "%.12g") +
        " circulation=" + number(summary.end.circulation, "%.6g");
    if (std::isfinite(summary.circulation_per_length)) {
        line += " circulation_per_length=" + number(summary.circulation_per_length, "%.4g");
    }
    if (std::isfinite(summary.end.density_error)) {
        line += " density_error=" + number(summary.end.density_error, "%.4g");
    }
    return line;
}

std::string to_json(const RunSummary& summary) {
    return "{\n  \"ranks\": " + std::to_string(summary.ranks) +
           ",\n  \"steps\": " + std::to_string(summary.steps) +
           ",\n  \"time\": " + exactly(summary.time) +
           ",\n  \"cells\": " + std::to_string(summary.cells) +
           ",\n  \"cell_updates\": " + std::to_string(summary.cell_updates) +
           ",\n  \"seconds\": " + exactly(summary.seconds) +
           ",\n  \"cell_updates_per_second\": " + exactly(updates_per_second(summary)) +
           ",\n  \"blocks_refined\": " + std::to_string(summary.refined) +
           ",\n  \"blocks_coarsened\": " + std::to_string(summary.coarsened) +
           ",\n  \"blocks_moved\": " + std::to_string(summary.moved) +
           ",\n  \"circulation_per_length\": " + exactly(summary.circulation_per_length) +
           ",\n  \"sheet_time\": " + exactly(summary.sheet_time) +
           ",\n  \"begin\": " + object(summary.begin) + ",\n  \"end\": " + object(summary.end) +
           "\n}\n";
}

} // namespace hydro
