// Functions whose calls are known.
#include "planted.h"

#include <cstdio>
#include <stdexcept>
#include <string>
#include <vector>

#define IN_MACRO(name)                                                                             \
    int name(int n) {                                                                              \
        int s = 0;                                                                                 \
        for (int i = 0; i < n; ++i) {                                                              \
            s += i;                                                                                \
        }                                                                                          \
        return s;                                                                                  \
    }
IN_MACRO(made_by_macro)

enum class Mode { fast, slow };

namespace ns {
struct Flux {
    explicit Flux(int n) : cells(static_cast<std::size_t>(n)) {
        for (std::size_t i = 0; i < cells.size(); ++i) {
            cells[i] = static_cast<double>(i);
        }
    }
    double compute(int n, Mode mode, double factor) const {
        double s = 0;
        for (int i = 0; i < n; ++i) {
            s += factor * cells[0];
        }
        return mode == Mode::slow ? s : factor;
    }
    int small() const { return static_cast<int>(cells.size()); }
    std::vector<double> cells;
};
} // namespace ns

template <class T>
T sum(const std::vector<T>& v) {
    T s{};
    for (const T& x : v) {
        s += x;
    }
    return s;
}

constexpr int constant(int n) {
    int s = 0;
    for (int i = 0; i < n; ++i) {
        s += i;
    }
    return s;
}

static int may_throw(int n) try {
    for (int i = 0; i <= n; ++i) {
        if (i == 3) {
            throw std::runtime_error("three");
        }
    }
    return n;
} catch (const std::exception&) {
    return -1;
}

int jumps(int n) {
    int s = 0;
    goto inside;
    for (; s < n;) {
    inside:
        ++s;
    }
    return s;
}

int main() {
    int total = constant(5);
    for (int i = 0; i < 4; ++i) {
        ns::Flux flux(i);
        total += flux.small();
        total += static_cast<int>(flux.cells.empty() ? 0 : flux.compute(i, Mode::slow, 0.5));
    }
    for (int i = 0; i < 6; ++i) {
        total += may_throw(i);
    }
    total += sum(std::vector<int>{1, 2, 3}) + sum(std::vector<long>{4}) > 9 ? 1 : 0;
    const auto twice = [](int n) {
        int s = 0;
        for (int i = 0; i < n; ++i) {
            s += 2;
        }
        return s;
    };
    total += twice(2) + twice(3) + jumps(2) + made_by_macro(3) + in_header(4);
    std::printf("%d %s:%d\n", total, __FILE__, __LINE__);
}
