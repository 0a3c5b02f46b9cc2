#include <proxima/format/column.hpp>

#include <algorithm>

namespace proxima::format {
namespace {

constexpr unsigned fraction_bits = 52; // fraction bits in a double
constexpr std::uint64_t sign_bit = std::uint64_t{1} << 63U;

int width(std::uint64_t value) noexcept {
    return value == 0 ? 0 : 64 - __builtin_clzll(value);
}

BinKey integer_bin(std::uint64_t word) noexcept {
    return static_cast<BinKey>((word & sign_bit) != 0 ? -width(0 - word) : width(word));
}

BinKey real_bin(std::uint64_t word) noexcept {
    constexpr int bias = 1023;
    constexpr int least = -63; // smaller exponents share a bin, as larger ones than `most` do
    constexpr int most = 62;
    const std::uint64_t magnitude = word & ~sign_bit;
    if (magnitude == 0) {
        return 0;
    }
    const int exponent = static_cast<int>(magnitude >> fraction_bits) - bias;
    const int bin = std::clamp(exponent, least, most) + 64;
    return static_cast<BinKey>(magnitude == word ? bin : -bin);
}

BinKey value_bin(std::uint64_t word) noexcept {
    const auto value = static_cast<std::int64_t>(word);
    return value > other_values && value < -other_values - 1 ? static_cast<BinKey>(value)
                                                             : other_values;
}

} // namespace

BinKey bin_of(ColumnType type, std::uint64_t word) noexcept {
    switch (type) {
    case ColumnType::integer:
        return integer_bin(word);
    case ColumnType::unsigned_integer:
        return static_cast<BinKey>(width(word));
    case ColumnType::real:
        return real_bin(word);
    case ColumnType::boolean:
    case ColumnType::enumeration:
        return value_bin(word);
    case ColumnType::text:
    case ColumnType::missing:
        break;
    }
    return 0;
}

bool one_bin(ColumnType type, std::uint64_t word, std::uint64_t differing) noexcept {
    if (differing == 0 || type == ColumnType::text) {
        return true;
    }
    switch (type) {
    case ColumnType::integer:
        return ((word | differing) & sign_bit) == 0 && width(differing) < width(word);
    case ColumnType::unsigned_integer:
        return width(differing) < width(word);
    case ColumnType::real:
        return (word & ~sign_bit) >> fraction_bits != 0 && differing >> fraction_bits == 0;
    default:
        return false;
    }
}

} // namespace proxima::format
