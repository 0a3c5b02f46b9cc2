// A string view that is cheap to include: every proxy includes it.
#pragma once

#include <cstddef>
#include <type_traits>

namespace proxima {

// Converts implicitly from a C string (null is an empty text) and from everything with data() and
// size(), such as std::string.
class TextView {
public:
    constexpr TextView(const char* text) noexcept
        : data_(text), size_(text == nullptr ? 0 : __builtin_strlen(text)) {}
    constexpr TextView(const char* data, std::size_t size) noexcept : data_(data), size_(size) {}

    template <
        class String, class = std::enable_if_t<std::is_class_v<String>>,
        class = decltype(static_cast<const char*>(static_cast<const String*>(nullptr)->data())),
        class = decltype(static_cast<std::size_t>(static_cast<const String*>(nullptr)->size()))>
    constexpr TextView(const String& text) noexcept
        : data_(text.data()), size_(static_cast<std::size_t>(text.size())) {}

    constexpr const char* data() const noexcept { return data_; }
    constexpr std::size_t size() const noexcept { return size_; }

private:
    const char* data_;
    std::size_t size_;
};

} // namespace proxima
