// calls: hidden 1
// calls: unnamed 1
// calls: values 1
// calls: packs 1
// calls: nested 1
// calls: maps 1
// calls: integers 1
// calls: complex 1
// calls: quad 1
// calls: null 1
// calls: deduced 1
// calls: pointers 1
// calls: wide 1
// calls: raw 1
#include "type_spelling.proxy.hpp"
#include "same_behaviour.hpp"

using construct::note;
using namespace spelling;

int spelling::origin = 0;

namespace {

void release(double* value) {
    delete value;
}

class Target : public Port {
public:
    int hidden(const struct status& status) override { return status.code; }
    double unnamed(Point point, Colour colour) override { return point.x + point.y + colour; }
    int values(Grid<Axis::y, 4, true, 'a'> grid, Grid<Axis::x, -1, false, '\''>* other) override {
        return grid.cells + other->cells;
    }
    std::size_t packs(Pack<std::vector> none,
                      const Pack<std::tuple, int, const char*, std::string&>& three) override {
        return 10 * none.count + three.count;
    }
    double nested(const Holder<int>::Pair<double>& pair, float value) override {
        return pair.first + pair.second + value;
    }
    double maps(const std::map<std::string, std::vector<std::array<double, 3>>>& map) override {
        return map.at("a")[0][2];
    }
    double integers(std::int8_t a, std::uint64_t b, unsigned char c, long long d,
                    char16_t e) override {
        return a + static_cast<double>(b) + c + static_cast<double>(d) + e;
    }
    std::complex<double> complex(std::complex<double> z, const std::complex<float>* w) override {
        return z * std::complex<double>(*w);
    }
    float quad(Quad quad) override { return quad[3]; }
    decltype(nullptr) null(decltype(nullptr) pointer) override { return pointer; }
    int deduced(double x) override { return static_cast<int>(x); }
    std::shared_ptr<const std::unique_ptr<int[]>>
    pointers(std::unique_ptr<double, void (*)(double*)> owner) override {
        auto values = std::make_unique<int[]>(1);
        values[0] = static_cast<int>(*owner);
        return std::make_shared<const std::unique_ptr<int[]>>(std::move(values));
    }
    long double wide(long double value, signed char tag, wchar_t letter) override {
        return value + tag + static_cast<long double>(letter);
    }
    void* raw(void* const* memory, const volatile void*, char** arguments) override {
        return arguments == nullptr ? *memory : nullptr;
    }
};

void script(Port& port) {
    struct status state = {4};
    note(port.hidden(state), port.unnamed({1, 2}, green));
    Grid<Axis::x, -1, false, '\''> grid;
    note(port.values({}, &grid), port.packs({}, {}), port.nested({1, 2.5}, 3));
    note(port.maps({{"a", {{1, 2, 3}}}}), port.integers(-1, 2, 3, 4, u'e'));
    const std::complex<float> w(0, 1);
    const std::complex<double> product = port.complex({1, 2}, &w);
    note(product.real(), product.imag(), port.quad(Quad{1, 2, 3, 4}),
         port.null(nullptr) == nullptr);
    note(port.deduced(8.5), (*port.pointers({new double(6), release}))[0]);
    void* memory[] = {&state};
    note(port.wide(0.5L, 1, L'a'), port.raw(memory, nullptr, nullptr) == &state);
}

} // namespace

int main() {
    return construct::same_behaviour<Port, Target, proxima::Proxy<Port>>(script);
}
