#include "text/units.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

namespace proxima::text {
namespace {

// Three significant digits of a value from 0 to 1000.
std::string three_digits(double value) {
    if (value >= 99.95) {
        return fmt::format("{:.0f}", value);
    }
    return value >= 9.995 ? fmt::format("{:.1f}", value) : fmt::format("{:.2f}", value);
}

// Scales `value` by thousands until it shows as less than 1000, or units run out.
template <std::size_t Size>
std::string with_unit(double value, const std::array<const char*, Size>& units) {
    std::size_t unit = 0;
    while (value >= 999.5 && unit + 1 < Size) {
        value /= 1000;
        ++unit;
    }
    return three_digits(value) + units[unit];
}

} // namespace

std::string human_time(double microseconds) {
    constexpr std::array units{"ns", "us", "ms", "s"};
    if (microseconds < 0) {
        const auto positive = human_time(-microseconds);
        return positive == "0" ? positive : "-" + positive;
    }
    const double nanoseconds = microseconds * 1000;
    if (nanoseconds < 0.05) { // no clock resolves more than a tenth of a nanosecond
        return "0";
    }
    if (nanoseconds < 9.95) {
        return fmt::format("{:.1f}ns", nanoseconds);
    }
    if (nanoseconds < 999.5) {
        return fmt::format("{:.0f}ns", nanoseconds);
    }
    return with_unit(nanoseconds, units);
}

std::string human_seconds(double seconds) {
    constexpr double us_per_s = 1e6;
    return human_time(seconds * us_per_s);
}

std::string human_part(double part_us, double whole_us) {
    const auto part = human_time(part_us);
    const auto whole = human_time(whole_us);
    const auto unit_of = [](const std::string& text) {
        return text.substr(std::min(text.find_last_of("0123456789") + 1, text.size()));
    };
    const auto unit = unit_of(whole);
    if (unit_of(part) != unit) {
        return part + " of " + whole;
    }
    return part.substr(0, part.size() - unit.size()) + " of " +
           whole.substr(0, whole.size() - unit.size()) + " " + unit;
}

std::string human_count(std::uint64_t count) {
    constexpr std::array units{"", "k", "M", "G", "T", "P", "E"};
    if (count < 1'000'000) {
        return fmt::format("{}", count);
    }
    return with_unit(static_cast<double>(count), units);
}

std::string plural(std::uint64_t count, const std::string& noun) {
    return human_count(count) + " " + noun + (count == 1 ? "" : "s");
}

std::string human_bytes(std::uint64_t bytes) {
    constexpr std::array units{" B", " kB", " MB", " GB", " TB", " PB", " EB"};
    if (bytes < 1000) {
        return fmt::format("{} B", bytes);
    }
    return with_unit(static_cast<double>(bytes), units);
}

std::string human_share(double share) {
    const double percent = share * 100;
    if (percent <= 0) {
        return "0%";
    }
    if (percent < 0.01) {
        return "<0.01%";
    }
    if (percent < 0.1) {
        return fmt::format("{:.2f}%", percent);
    }
    return percent > 99.95 ? fmt::format("{:.0f}%", percent) : fmt::format("{:.1f}%", percent);
}

std::string human_probability(double probability) {
    constexpr double least = 1e-3; // beyond that the distribution is not known
    return probability < least       ? "<0.1%"
           : probability > 1 - least ? ">99.9%"
                                     : fmt::format("{:.1f}%", 100 * probability);
}

std::string human_number(double value) {
    return fmt::format("{:.6g}", value);
}

} // namespace proxima::text
