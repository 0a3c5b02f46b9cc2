/// Types that are hard to write down again: hidden by a function of the same name, without a name
/// of their own, with non-type arguments, packs, built-in extensions, or known only by decltype.
#pragma once

#include <array>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <tuple>
#include <vector>

namespace spelling {

struct status {
    int code;
};
inline int status(int code) {
    return code + 1;
}

typedef struct {
    double x, y;
} Point;

typedef enum { red = 3, green = 5 } Colour;

enum class Axis : unsigned char { x, y };

extern int origin;

template <Axis axis, int size, bool periodic, char tag, const int* start = &origin>
struct Grid {
    static constexpr int cells = size + (periodic ? 1 : 0) + tag + static_cast<int>(axis);
};

template <template <class...> class Container, class... Types>
struct Pack {
    static constexpr std::size_t count = sizeof...(Types);
};

template <class T>
struct Holder {
    template <class U>
    struct Pair {
        T first;
        U second;
    };
    typedef T type;
    T value;
};

typedef float Quad __attribute__((vector_size(16)));

class Port {
public:
    virtual ~Port() = default;
    virtual int hidden(const struct status& status) = 0;
    virtual double unnamed(Point point, Colour colour) = 0;
    virtual int values(Grid<Axis::y, 4, true, 'a'> grid, Grid<Axis::x, -1, false, '\''>* other) = 0;
    virtual std::size_t packs(Pack<std::vector> none,
                              const Pack<std::tuple, int, const char*, std::string&>& three) = 0;
    virtual double nested(const Holder<int>::Pair<double>& pair,
                          Holder<Holder<float>::type>::type value) = 0;
    virtual double maps(const std::map<std::string, std::vector<std::array<double, 3>>>& map) = 0;
    virtual double integers(std::int8_t a, std::uint64_t b, unsigned char c, long long d,
                            char16_t e) = 0;
    virtual std::complex<double> complex(std::complex<double> z, const std::complex<float>* w) = 0;
    virtual float quad(Quad quad) = 0;
    virtual decltype(nullptr) null(decltype(nullptr) pointer) = 0;
    virtual decltype(status(0)) deduced(decltype(Point::x) x) = 0;
    virtual std::shared_ptr<const std::unique_ptr<int[]>>
    pointers(std::unique_ptr<double, void (*)(double*)> owner) = 0;
    virtual long double wide(long double value, signed char tag, wchar_t letter) = 0;
    virtual void* raw(void* const* memory, const volatile void* flags, char** arguments) = 0;
};

} // namespace spelling
