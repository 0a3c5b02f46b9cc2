// What a record has besides times: the columns of its method, which are parameters, then counters.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace proxima::format {

/// How a value is to be read. The numbers are part of the format.
enum class ColumnType : std::uint8_t {
    integer = 0,
    unsigned_integer = 1,
    real = 2,
    boolean = 3,
    enumeration = 4,
    text = 5
};

/// The 64-bit words of a value.
constexpr std::size_t words_of(ColumnType type) noexcept {
    return type == ColumnType::text ? 4 : 1;
}

/// Whether a word is stored as its difference from the one before, else as XOR with that.
constexpr bool is_stored_as_difference(ColumnType type) noexcept {
    return type == ColumnType::integer || type == ColumnType::unsigned_integer ||
           type == ColumnType::enumeration;
}

/// In the order of their numbers, as in callgraph.json.
constexpr std::array<const char*, 6> column_type_names{"integer", "unsigned",    "real",
                                                       "boolean", "enumeration", "text"};

// The bin of an invocation, by the first word of its parameters; FORMAT.md, "Bins".
using BinKey = std::int8_t;

constexpr BinKey other_values = -128; // values without a bin of their own

BinKey bin_of(ColumnType type, std::uint64_t word) noexcept;

// Whether all words that differ from `word` only in the bits `differing` surely share its bin.
bool one_bin(ColumnType type, std::uint64_t word, std::uint64_t differing) noexcept;

struct Column {
    std::string name;
    std::string type_name; ///< of C++; or one of the two below
    ColumnType type = ColumnType::integer;
    std::vector<std::pair<std::int64_t, std::string>> constants; ///< of an enumeration
};

/// Of columns that are counters.
constexpr const char* counter_in_ns = "counter in ns";
constexpr const char* counter_in_counts = "counter in counts";

struct MethodColumns {
    std::string port; ///< qualified name
    std::string name;
    std::string signature;
    std::string location; ///< file:line of the declaration
    std::vector<Column> columns;
};

/// "(int, double)" of "void ns::f(int, double) const": from the parenthesis after the name to its
/// partner; empty if there is none.
inline std::string parameter_types(const std::string& signature, const std::string& name) {
    const auto named = signature.find(name + "(");
    if (named == std::string::npos) {
        return {};
    }
    const std::size_t begin = named + name.size();
    int depth = 0;
    for (std::size_t i = begin; i < signature.size(); ++i) {
        depth += signature[i] == '(' ? 1 : signature[i] == ')' ? -1 : 0;
        if (depth == 0) {
            return signature.substr(begin, i + 1 - begin);
        }
    }
    return {};
}

/// The connection of an assembly that calls go through; empty if they do not.
struct BindingNames {
    std::string user;
    std::string uses_port;
    std::string provides_port;

    bool empty() const noexcept { return user.empty() && uses_port.empty(); }
};

inline bool operator<(const BindingNames& left, const BindingNames& right) noexcept {
    return std::tie(left.user, left.uses_port, left.provides_port) <
           std::tie(right.user, right.uses_port, right.provides_port);
}

inline const BindingNames no_binding;

} // namespace proxima::format
