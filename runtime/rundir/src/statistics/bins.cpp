#include <proxima/rundir/bins.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>

namespace proxima::rundir {
namespace {

constexpr unsigned fraction_bits = 52; // of a double
constexpr std::uint64_t sign_bit = std::uint64_t{1} << 63;
constexpr int bin_of_one = 64;         // of real numbers from 1 to 2
constexpr int least_real_bin = 1;      // smaller numbers as well
constexpr int greatest_real_bin = 126; // larger numbers as well

int width(std::uint64_t value) {
    int bits = 0;
    for (; value != 0; value >>= 1) {
        ++bits;
    }
    return bits;
}

int real_bin(std::uint64_t word) {
    constexpr int bias = 1023;
    const auto magnitude = word & ~sign_bit;
    if (magnitude == 0) {
        return 0;
    }
    const int exponent = static_cast<int>(magnitude >> fraction_bits) - bias;
    const int bin = std::clamp(exponent + bin_of_one, least_real_bin, greatest_real_bin);
    return magnitude == word ? bin : -bin;
}

/// The least magnitude of a bin of whole numbers.
std::uint64_t least_integer(int bin) {
    return bin == 0 ? 0 : std::uint64_t{1} << (std::clamp(std::abs(bin), 1, 64) - 1);
}

std::string integer_text(int bin) {
    const std::string sign = bin < 0 ? "-" : "";
    const auto least = least_integer(bin);
    const auto most = least + (least == 0 ? 0 : least - 1);
    const auto text = sign + std::to_string(least);
    return most == least ? text : text + ".." + sign + std::to_string(most);
}

std::string real_text(int bin) {
    if (bin == 0) {
        return "0";
    }
    const int size = std::abs(bin);
    const char* const sign = bin < 0 ? "-" : "";
    const double low = std::ldexp(1.0, size - bin_of_one);
    char text[64];
    if (size >= greatest_real_bin) {
        std::snprintf(text, sizeof text, "%s%.3g and beyond", sign, low);
    } else if (size <= least_real_bin) {
        std::snprintf(text, sizeof text, "%s0..%s%.3g", sign, sign, 2 * low);
    } else {
        std::snprintf(text, sizeof text, "%s%.3g..%s%.3g", sign, low, sign, 2 * low);
    }
    return text;
}

} // namespace

int bin_of(ParameterType type, std::uint64_t word) {
    switch (type) {
    case ParameterType::integer:
        return (word & sign_bit) != 0 ? -width(~word + 1) : width(word);
    case ParameterType::unsigned_integer:
        return width(word);
    case ParameterType::real:
        return real_bin(word);
    case ParameterType::boolean:
    case ParameterType::enumeration: {
        const auto value = static_cast<std::int64_t>(word);
        return value > other_values_bin && value < own_time_bin ? static_cast<int>(value)
                                                                : other_values_bin;
    }
    case ParameterType::text:
        break;
    }
    return 0;
}

int bin_of(const Method& method, const Record& record) {
    const auto* parameter = method.first_parameter();
    return parameter == nullptr ? 0 : bin_of(parameter->type, record.parameters[0]);
}

std::string bin_text(const Parameter* parameter, int bin) {
    if (bin == other_values_bin) {
        return "other";
    }
    if (parameter == nullptr || parameter->type == ParameterType::text) {
        return "any";
    }
    if (parameter->type == ParameterType::real) {
        return real_text(bin);
    }
    if (parameter->type == ParameterType::boolean) {
        return bin != 0 ? "true" : "false";
    }
    if (parameter->type == ParameterType::enumeration) {
        const auto* name = parameter->constant_name(bin);
        return name != nullptr ? *name : std::to_string(bin);
    }
    return integer_text(bin);
}

std::optional<BinRange> bin_range(ParameterType type, int bin) {
    const bool is_real = type == ParameterType::real;
    const bool is_whole = type == ParameterType::integer || type == ParameterType::unsigned_integer;
    if ((!is_real && !is_whole) || bin == other_values_bin || bin == own_time_bin) {
        return std::nullopt;
    }
    if (bin == 0) {
        return BinRange{};
    }
    const int size = std::abs(bin);
    BinRange range;
    if (is_whole) {
        range.low = static_cast<double>(least_integer(size));
        range.high = 2 * range.low - 1;
    } else {
        range.low = size <= least_real_bin ? 0 : std::ldexp(1.0, size - bin_of_one);
        range.high = size >= greatest_real_bin ? std::numeric_limits<double>::infinity()
                                               : std::ldexp(1.0, size + 1 - bin_of_one);
    }
    return bin > 0 ? range : BinRange{-range.high, -range.low};
}

} // namespace proxima::rundir
