/// Values as template arguments: limits, combined flags, unusual characters, addresses.
#pragma once

#include <climits>

#include <cstddef>
#include <cstdint>

namespace arguments {

enum Flags : unsigned { none = 0, read = 1, write = 2 };
enum class Level { low = -5, high = 7 };
struct Item {
    int value;
    static int shared;
    int get() const { return value; }
};
extern int table[4];
inline double half(double x) {
    return x / 2;
}

template <Flags flags>
struct Flagged {
    static constexpr int id = static_cast<int>(flags);
};
template <Level level, bool on>
struct Levelled {
    static constexpr int id = static_cast<int>(level) + on;
};
template <long long low, unsigned long long high, signed char small, char letter, wchar_t wide>
struct Limits {
    static constexpr bool holds =
        low == LLONG_MIN && high == ULLONG_MAX && small == -128 && letter == '\0' && wide == L'\n';
};
template <double (*function)(double), int Item::* member, int (Item::*method)() const>
struct Functions {
    static double call(double x) { return function(x); }
};
template <int* pointer, int (&array)[4], int* other>
struct Addresses {
    static bool holds() { return pointer == &Item::shared && &array == &table && other == nullptr; }
};
template <bool (*)(int) = nullptr, std::nullptr_t = nullptr, std::size_t size = (sizeof(int) > 2)>
struct Defaults {
    static constexpr std::size_t value = size;
};

class Port {
public:
    virtual ~Port() = default;
    virtual int flags(Flagged<static_cast<Flags>(read | write)> both, Flagged<none>) = 0;
    virtual int levels(Levelled<Level::low, true> low,
                       const Levelled<static_cast<Level>(3), (1 > 2)>& odd) = 0;
    virtual bool limits(Limits<LLONG_MIN, ULLONG_MAX, -128, '\0', L'\n'> limits) = 0;
    virtual double functions(Functions<half, &Item::value, &Item::get> functions) = 0;
    virtual bool addresses(Addresses<&Item::shared, table, nullptr> addresses) = 0;
    virtual std::size_t defaults(Defaults<> defaults, Defaults<nullptr, nullptr, 9>* other) = 0;
};

} // namespace arguments
