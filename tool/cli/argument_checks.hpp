// What an argument of an option must be. Empty: it is; else what is wrong, in one line.
#pragma once

#include <string>

namespace proxima::cli {

std::string check_positive(const std::string& text);   ///< a whole number above 0
std::string check_percentage(const std::string& text); ///< from 0 to 100
std::string check_level(const std::string& text);      ///< a percentage, but neither 0 nor 100
std::string check_threshold(const std::string& text);  ///< from 0 to below 1
std::string check_quantile(const std::string& text);
std::string check_seconds(const std::string& text);

} // namespace proxima::cli
