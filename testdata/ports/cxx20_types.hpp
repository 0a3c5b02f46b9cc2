/// Signatures that need C++20: spans, concepts, class types as template arguments, a comparison
/// that is virtual.
#pragma once

#include <compare>
#include <concepts>
#include <cstddef>
#include <span>
#include <string_view>

namespace modern {

struct Label {
    char text[4];
    constexpr bool operator==(const Label&) const = default;
};

template <Label label>
struct Tagged {
    double value;
};

template <std::floating_point Real>
struct Vector {
    Real x, y;
};

class Port {
public:
    virtual ~Port() = default;
    virtual double sum(std::span<const double> values) const = 0;
    virtual void scale(std::span<double, 3> values, double factor) = 0;
    virtual std::string_view name(std::u8string_view prefix, char8_t separator) const = 0;
    virtual double tagged(Tagged<Label{"abc"}> value) = 0;
    virtual double length(const Vector<float>& vector) = 0;
    virtual std::strong_ordering operator<=>(int other) const = 0;
    constexpr virtual int version() const = 0;
};

} // namespace modern
