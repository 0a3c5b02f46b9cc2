// Writes numbers for people: in messages, tables and reports.
//
//     const std::string text = base::human_time(4560) + " for " + base::plural(2, "thread");
//     std::puts(text.c_str()); // 4.56ms for 2 threads
//
// Thread safety: all functions are thread-safe.
#pragma once

#include <cstdint>
#include <string>

namespace proxima::base {

/// Writes three significant digits with a fitting unit: `0`, `1.5ns`, `123ns`, `4.56us`, `78.9ms`,
/// `1.23s`, `4567s`. At most six characters below 10 million seconds.
std::string human_time(double microseconds);
std::string human_seconds(double seconds); ///< like human_time()

/// Writes a part of a time: `238 of 525 ms`, `980us of 1.20s`.
std::string human_part(double part_us, double whole_us);

/// Writes a number exactly below a million, then with three significant digits: `999999`, `1.23M`.
std::string human_count(std::uint64_t count);

/// Writes `1 thread`, `2 threads`; the plural of `noun` ends in an added s.
std::string plural(std::uint64_t count, const std::string& noun);

/// Writes `512 B`, `1.23 MB`, in powers of 1000.
std::string human_bytes(std::uint64_t bytes);

/// Writes a share from 0 to 1 as `100%`, `73.4%`, `0.05%`, `<0.01%` or `0%`.
std::string human_share(double share);

/// Writes a share with two digits, in sentences: `54 %`, `6.6 %`, `< 0.1 %`.
std::string percent(double share);

/// Writes a share in whole percents, for estimates: `73%`, `0%` if it is negative.
std::string rounded_share(double share);

/// Writes a probability from 0 to 1 as `<0.1%`, `1.2%` or `>99.9%`.
std::string human_probability(double probability);

/// Writes six significant digits at most, without trailing zeros.
std::string human_number(double value);

/// Rounds the numbers of an expression: `12.34 + 0.1612 * n`. The numbers of a sum without negative
/// terms keep `digits` significant digits, and so does the sum.
std::string short_expression(const std::string& text, int digits = 4);

} // namespace proxima::base
