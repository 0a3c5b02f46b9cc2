// The types that a recorded parameter can have, and its description in a MethodInfo:
//
//     static constexpr EnumConstant modes[] = {{"low", 0}, {"high", 1}};
//     static constexpr Parameter parameters[] = {
//         {"n", "long", ParameterType::integer},
//         {"mode", "Mode", ParameterType::enumeration, modes, 2}};
//     const Text text("more than 31 bytes are cut");
//     std::cout << parameters[0].name << ' ' << std::string(text.data(), text.size()) << '\n';
//
// Ownership: pointers of a Parameter stay with their owner, and must live as long as the
// MethodInfo.
// Thread safety: threads may share const objects, as with plain values.
// Errors: nothing throws.
#pragma once

#include <proxima/detail/export.hpp>
#include <proxima/detail/text_view.hpp>

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace proxima {

/// The type of a parameter. The numbers are part of the record format.
enum class ParameterType : std::uint8_t {
    integer = 0,          ///< std::int64_t
    unsigned_integer = 1, ///< std::uint64_t
    real = 2,             ///< double
    boolean = 3,          ///< bool
    enumeration = 4,      ///< Enumeration, with the names of its constants
    text = 5,             ///< Text
    missing = 6           ///< Missing: the last one of a method whose parameters may be missing
};

/// A named value of an enumeration.
struct EnumConstant {
    const char* name;
    std::int64_t value;
};

/// One recorded parameter of a method. Its pointers are valid as long as the MethodInfo.
struct Parameter {
    const char* name;      ///< name for users: "n", "v.size"
    const char* type_name; ///< the C++ type of the value: "unsigned long"
    ParameterType type;
    const EnumConstant* constants = nullptr; ///< constants of an enumeration; else null
    std::size_t constant_count = 0;
};

/// The value of a parameter of enumeration type.
struct Enumeration {
    template <class Enum, class = std::enable_if_t<std::is_enum_v<Enum>>>
    constexpr explicit Enumeration(Enum constant) noexcept
        : value(static_cast<std::int64_t>(constant)) {}
    constexpr Enumeration() noexcept = default;

    std::int64_t value = 0;
};

/// Tells which values of an invocation could not be read: bit `i` is set if that of parameter `i`
/// is missing. Its Parameter has no name.
struct Missing {
    static constexpr std::size_t most_parameters = 64;

    std::uint64_t bits = 0;
};

/// A text parameter: its first 31 bytes, and whether there were more.
class PROXIMA_API Text {
public:
    static constexpr std::size_t capacity = 31;

    constexpr Text() noexcept = default;
    /// Reads a C string, never more than 32 bytes of it; a null pointer is an empty text.
    explicit Text(const char* text) noexcept;
    explicit Text(TextView text) noexcept;

    std::size_t size() const noexcept { return size_and_flag_ & 0x7FU; }
    bool truncated() const noexcept { return (size_and_flag_ & 0x80U) != 0; }
    const char* data() const noexcept { return characters_; }

private:
    unsigned char size_and_flag_ = 0;
    char characters_[capacity] = {};
};

} // namespace proxima
