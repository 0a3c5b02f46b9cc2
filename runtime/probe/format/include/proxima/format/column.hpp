// The columns of a record besides its times: the parameters of its method, then counters.
//
//     const std::string types = format::parameter_types("void f(int, double)", "f");
//     const format::BinKey bin = format::bin_of(format::ColumnType::integer, 1000);
//     std::cout << types << ' ' << int{bin} << '\n'; // (int, double) 10
//
// Thread safety: threads may share const objects, as with plain values.
// Errors: functions throw only std::bad_alloc.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace proxima::format {

/// The type of a value. The numbers are part of the format.
enum class ColumnType : std::uint8_t {
    integer = 0,
    unsigned_integer = 1,
    real = 2,
    boolean = 3,
    enumeration = 4,
    text = 5,
    missing = 6 ///< bits of the columns before it whose values are missing
};

/// Number of 64-bit words that a value takes.
constexpr std::size_t words_of(ColumnType type) noexcept {
    return type == ColumnType::text ? 4 : 1;
}

/// True for types whose words are stored as differences from the word before; the others are
/// stored as XOR with it.
constexpr bool is_stored_as_difference(ColumnType type) noexcept {
    return type == ColumnType::integer || type == ColumnType::unsigned_integer ||
           type == ColumnType::enumeration;
}

/// Names of the types in callgraph.json, ordered by number.
constexpr std::array<const char*, 7> column_type_names{
    "integer", "unsigned", "real", "boolean", "enumeration", "text", "missing"};

// The bin of an invocation, by the first word of its parameters; FORMAT.md, "Bins".
using BinKey = std::int8_t;

constexpr BinKey other_values = -128; // values without a bin of their own

BinKey bin_of(ColumnType type, std::uint64_t word) noexcept;

// True if all words that differ from `word` only in the bits `differing` surely share its bin.
bool one_bin(ColumnType type, std::uint64_t word, std::uint64_t differing) noexcept;

struct Column {
    std::string name;
    std::string type_name; ///< C++ type, or counter_in_ns or counter_in_counts
    ColumnType type = ColumnType::integer;
    std::vector<std::pair<std::int64_t, std::string>> constants; ///< constants of an enumeration
};

/// Type names of columns that are counters.
constexpr const char* counter_in_ns = "counter in ns";
constexpr const char* counter_in_counts = "counter in counts";

struct MethodColumns {
    std::string port; ///< qualified name
    std::string name;
    std::string signature;
    std::string location; ///< file:line of the declaration
    std::vector<Column> columns;
};

/// Returns the parameter types of a signature: "(int, double)" for "void ns::f(int, double) const".
/// They reach from the parenthesis after the name to its partner; empty without parentheses.
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

/// The connection of an assembly through which calls go; empty if no connection is known.
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
