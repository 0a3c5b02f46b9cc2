#include <proxima/base/units.hpp>

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <system_error>

namespace proxima::base {
namespace {

// Digits of a number, whatever the locale says.
std::string digits_of(double value, std::chars_format format, int precision) {
    std::array<char, 400> text; // the largest number has 309 digits
    const auto end =
        std::to_chars(text.data(), text.data() + text.size(), value, format, precision).ptr;
    return {text.data(), end};
}

std::string fixed(double value, int decimals) {
    return digits_of(value, std::chars_format::fixed, decimals);
}

// Three significant digits of a value from 0 to 1000.
std::string three_digits(double value) {
    if (value >= 99.95) {
        return fixed(value, 0);
    }
    return value >= 9.995 ? fixed(value, 1) : fixed(value, 2);
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

bool in_a_name(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.';
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
        return fixed(nanoseconds, 1) + "ns";
    }
    if (nanoseconds < 999.5) {
        return fixed(nanoseconds, 0) + "ns";
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
        return std::to_string(count);
    }
    return with_unit(static_cast<double>(count), units);
}

std::string plural(std::uint64_t count, const std::string& noun) {
    return human_count(count) + " " + noun + (count == 1 ? "" : "s");
}

std::string human_bytes(std::uint64_t bytes) {
    constexpr std::array units{" B", " kB", " MB", " GB", " TB", " PB", " EB"};
    if (bytes < 1000) {
        return std::to_string(bytes) + " B";
    }
    return with_unit(static_cast<double>(bytes), units);
}

std::string human_share(double share) {
    const double percent = share * 100;
    if (std::isnan(percent)) {
        return "-";
    }
    if (percent <= 0) {
        return "0%";
    }
    if (percent < 0.01) {
        return "<0.01%";
    }
    if (percent < 0.1) {
        return fixed(percent, 2) + "%";
    }
    return percent > 99.95 ? fixed(percent, 0) + "%" : fixed(percent, 1) + "%";
}

std::string percent(double share) {
    const double value = 100 * share;
    return std::isnan(value) ? "-"
           : value < 0.1     ? "< 0.1 %"
           : value < 9.5     ? digits_of(value, std::chars_format::general, 2) + " %"
                             : fixed(value, 0) + " %";
}

std::string rounded_share(double share) {
    return std::isnan(share) ? "-" : fixed(100 * std::max(share, 0.0), 0) + "%";
}

std::string human_probability(double probability) {
    constexpr double least = 1e-3; // beyond that the distribution is not known
    return probability < least       ? "<0.1%"
           : probability > 1 - least ? ">99.9%"
                                     : fixed(100 * probability, 1) + "%";
}

std::string human_number(double value) {
    return digits_of(value, std::chars_format::general, 6);
}

std::string short_expression(const std::string& text, int digits) {
    const auto short_enough = static_cast<std::size_t>(digits) + 1; // digits and a point
    std::string made;
    for (std::size_t i = 0; i < text.size();) {
        const bool begins = std::isdigit(static_cast<unsigned char>(text[i])) != 0 &&
                            (i == 0 || !in_a_name(text[i - 1]));
        double number = 0;
        const auto [end, error] =
            begins ? std::from_chars(&text[i], text.data() + text.size(), number)
                   : std::from_chars_result{&text[i], std::errc::invalid_argument};
        if (error == std::errc()) {
            const auto length = static_cast<std::size_t>(end - &text[i]);
            made += length > short_enough ? digits_of(number, std::chars_format::general, digits)
                                          : text.substr(i, length);
            i += length;
        } else {
            made += text[i++];
        }
    }
    return made;
}

} // namespace proxima::base
