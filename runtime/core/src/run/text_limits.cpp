#include "run/text_limits.hpp"

#include "encoding/encoder.hpp"

#include <algorithm>

namespace proxima::detail {

namespace {

// In the definition of a method, besides the texts.
constexpr std::size_t method_numbers = 6 * sizeof(std::uint32_t);
constexpr std::size_t column_numbers = 1 + 3 * sizeof(std::uint32_t);

constexpr std::size_t least_limit = 4; // a character and that it was cut
static_assert(method_numbers + 4 * most_text_bytes +
                  Encoder::most_words * (column_numbers + 2 * least_limit) <=
              most_described_bytes);

std::size_t bytes_of_columns(const std::vector<ColumnInfo>& columns, std::size_t limit) {
    std::size_t bytes = 0;
    for (const ColumnInfo& column : columns) {
        bytes += column_numbers + std::min(column.name.size(), limit) +
                 std::min(column.type_name.size(), limit);
    }
    return bytes;
}

} // namespace

void limit_columns(MethodInfo& method) {
    const std::size_t room = most_described_bytes - method_numbers - method.port.size() -
                             method.name.size() - method.signature.size() - method.location.size();
    std::size_t limit = most_text_bytes;
    while (limit > least_limit && bytes_of_columns(method.columns, limit) > room) {
        limit /= 2;
    }
    for (ColumnInfo& column : method.columns) {
        column.name = cut_text(column.name, limit);
        column.type_name = cut_text(column.type_name, limit);
    }
}

} // namespace proxima::detail
