#include <proxima/format/bins.hpp>
#include <proxima/rundir/bins.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>

namespace proxima::rundir {
namespace {

constexpr int bin_of_one = 64;         // of real numbers from 1 to 2
constexpr int least_real_bin = 1;      // smaller numbers as well
constexpr int greatest_real_bin = 126; // larger numbers as well

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

int bin_of(const Method& method, const Record& record) {
    const auto* parameter = method.first_parameter();
    return parameter == nullptr ? 0 : format::bin_of(parameter->type, record.parameters[0]);
}

std::string bin_text(const Parameter* parameter, int bin) {
    if (bin == format::other_values) {
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
    if ((!is_real && !is_whole) || bin == format::other_values) {
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
