// Writes numbers for people: in messages, tables and reports.
//
//     const std::string text = base::human_time(4560) + " for " + base::plural(2, "thread");
//     std::puts(text.c_str()); // 4.56ms for 2 threads
#pragma once

#include <cstdint>
#include <string>

namespace proxima::base {

/// Three significant digits and the unit that fits: `0`, `1.5ns`, `123ns`, `4.56us`, `78.9ms`,
/// `1.23s`, `4567s`. At most six characters below 10 million seconds.
std::string human_time(double microseconds);
std::string human_seconds(double seconds); ///< like human_time()

/// `238 of 525 ms`, `980us of 1.20s`.
std::string human_part(double part_us, double whole_us);

/// Exact below a million, then three significant digits: `999999`, `1.23M`, `45.6G`.
std::string human_count(std::uint64_t count);

/// `1 thread`, `2 threads`; `noun` makes its plural with an s.
std::string plural(std::uint64_t count, const std::string& noun);

/// `512 B`, `1.23 MB`; powers of 1000.
std::string human_bytes(std::uint64_t bytes);

/// `100%`, `73.4%`, `0.05%`, `<0.01%`, `0%`; `share` is 0 to 1.
std::string human_share(double share);

/// `<0.1%`, `1.2%`, `>99.9%`; `probability` is 0 to 1.
std::string human_probability(double probability);

/// Six significant digits at most, no trailing zeros.
std::string human_number(double value);

/// An expression with rounded numbers: `12.34 + 0.1612 * n`. The numbers of a sum without negative
/// terms keep `digits` significant digits, and so does the sum.
std::string short_expression(const std::string& text, int digits = 4);

} // namespace proxima::base
