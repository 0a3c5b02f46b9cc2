#include "fit/notes.hpp"

#include "fit/modes.hpp"

#include <cmath>
#include <cstdio>

namespace proxima::model {
namespace {

template <class... Values>
std::string formatted(const char* format, Values... values) {
    char text[300];
    std::snprintf(text, sizeof text, format, values...);
    return text;
}

std::string delays_of(const Measurements& measurements) {
    std::uint64_t delayed = 0;
    std::uint64_t all = 0;
    double delay = 0;
    std::size_t hopeless = 0;
    for (const auto& point : measurements.points) {
        delayed += point.delayed;
        all += point.count + point.outliers;
        delay += point.delay;
        hopeless += point.count == 0 && point.delayed > 0 ? 1 : 0;
    }
    if (delayed == 0) {
        return {};
    }
    const auto share = 100 * static_cast<double>(delayed) / static_cast<double>(all);
    auto text = formatted("%llu invocations (%.2g%%) took %.3g us longer on average than the "
                          "others at their points, at "
                          "random, as if interrupted: left out of mean, deviation and interval "
                          "(--statistic mean keeps "
                          "them)",
                          static_cast<unsigned long long>(delayed), share,
                          delay / static_cast<double>(delayed));
    if (hopeless > 0) {
        text += formatted("; at %zu points nearly all were: measure THREAD_CPU_TIME there, or on a "
                          "quieter machine",
                          hopeless);
    }
    return text;
}

/// Outliers that nobody takes for interruptions.
std::string outliers_of(const Measurements& measurements) {
    std::uint64_t outliers = 0;
    std::uint64_t all = 0;
    std::size_t places = 0;
    for (const auto& point : measurements.points) {
        const auto more = point.outliers - point.delayed;
        outliers += more;
        all += point.count + point.outliers;
        places += more > 0 ? 1 : 0;
    }
    if (outliers == 0) {
        return {};
    }
    const auto share = 100 * static_cast<double>(outliers) / static_cast<double>(all);
    return formatted("%llu of %llu invocations (%.2g%%), at %zu of %zu points, lie further from "
                     "the others than their noise reaches: left out of mean, deviation and "
                     "interval (--statistic mean keeps them)",
                     static_cast<unsigned long long>(outliers),
                     static_cast<unsigned long long>(all), share, places,
                     measurements.points.size());
}

std::string modes_of(const Measurements& measurements) {
    const auto modes = find_two_modes(measurements);
    return modes
               ? formatted("invocations with the same parameters fall into two groups (%.0f%% take "
                           "%.3g times as long): record what tells them apart as a parameter",
                           modes->share * 100, modes->ratio)
               : std::string();
}

} // namespace

std::vector<std::string> notes_on(const Measurements& measurements) {
    std::vector<std::string> notes;
    for (auto note : {delays_of(measurements), outliers_of(measurements), modes_of(measurements)}) {
        if (!note.empty()) {
            notes.push_back(std::move(note));
        }
    }
    return notes;
}

} // namespace proxima::model
