#include "csv.hpp"

#include <array>
#include <charconv>
#include <cmath>

namespace proxima::measuring {

namespace {

std::string quoted(const std::string& text) {
    if (text.find_first_of(",\"\r\n") == std::string::npos) {
        return text;
    }
    std::string result = "\"";
    for (const char character : text) {
        result.append(character == '"' ? 2 : 1, character);
    }
    return result + "\"";
}

// The shortest text that reads back as the same number.
std::string number(double value) {
    if (std::isnan(value)) {
        return {};
    }
    std::array<char, 32> digits{};
    const auto result = std::to_chars(digits.data(), digits.data() + digits.size(), value);
    return {digits.data(), result.ptr};
}

} // namespace

std::string csv_text(const measurement::PerformanceData& data) {
    std::string text;
    const auto add_line = [&text](const auto& values, auto to_text) {
        const char* separator = "";
        for (const auto& value : values) {
            text += separator + to_text(value);
            separator = ",";
        }
        text += '\n';
    };
    add_line(data.columns, quoted);
    for (const std::vector<double>& row : data.rows) {
        add_line(row, number);
    }
    return text;
}

} // namespace proxima::measuring
