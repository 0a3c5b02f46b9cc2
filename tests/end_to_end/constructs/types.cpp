#include "enum_constants/enum_constants.proxy.hpp"
#include "extension_types/extension_types.proxy.hpp"
#include "nested_types/nested_types.proxy.hpp"
#include "standard_types/standard_types.proxy.hpp"
#include "template_arguments/template_arguments.proxy.hpp"
#include "type_spelling/type_spelling.proxy.hpp"
#include "unnamed_types/unnamed_types.proxy.hpp"
#include "same_behaviour.hpp"

#include <algorithm>

int arguments::Item::shared = 0;
int arguments::table[4] = {};
int spelling::origin = 0;

namespace {

using construct::note;

namespace type_spelling {

using namespace spelling;

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

TEST(Types, TypeSpelling) {
    construct::expect_same<Target>(script, {{"hidden", 1},
                                            {"unnamed", 1},
                                            {"values", 1},
                                            {"packs", 1},
                                            {"nested", 1},
                                            {"maps", 1},
                                            {"integers", 1},
                                            {"complex", 1},
                                            {"quad", 1},
                                            {"null", 1},
                                            {"deduced", 1},
                                            {"pointers", 1},
                                            {"wide", 1},
                                            {"raw", 1}});
}

} // namespace type_spelling

TEST(Types, StandardTypes) {
    using namespace std::chrono_literals;

    struct Target : daily::Port {
        const char* what() const noexcept override { return "target"; }
        Names::const_iterator find(const Names& names, Names::size_type from) override {
            return std::find(names.begin() + static_cast<std::ptrdiff_t>(from), names.end(), "b");
        }
        std::ptrdiff_t distance(std::list<double>::iterator first,
                                std::list<double>::iterator last) override {
            return std::distance(first, last);
        }
        std::ostream& print(std::ostream& out, std::string_view text, std::FILE*) const override {
            return out << text;
        }
        std::optional<std::string> name(std::optional<std::string_view> name) override {
            return name ? std::optional<std::string>(std::string(*name) + "!") : std::nullopt;
        }
        int visit(const std::variant<int, double, std::string>& value) override {
            return static_cast<int>(value.index());
        }
        daily::Clock::time_point at(std::chrono::milliseconds delay,
                                    daily::Clock::time_point from) override {
            return from + delay;
        }
        std::tuple<int, double&, const char*> tie(std::tuple<int&&, double&>&& values,
                                                  std::pair<const char*, int> last) override {
            return {std::get<0>(values) + last.second, std::get<1>(values), last.first};
        }
        int sum(std::initializer_list<std::pair<const std::string, int>> list) override {
            int total = 0;
            for (const auto& entry : list)
                total += entry.second;
            return total;
        }
        std::unordered_map<std::string, std::shared_ptr<const Port>>& registry() override {
            return registry_;
        }
        std::function<void(std::unique_ptr<int>)>
        callback(const std::map<int, std::less<>>& map) override {
            return [size = map.size()](std::unique_ptr<int> value) {
                note("called with", *value, size);
            };
        }
        long year(const std::tm* time, std::time_t now) override {
            return time->tm_year + static_cast<long>(now);
        }
        std::wstring wide(const std::wstring& text, const std::u16string& other) override {
            return text + std::wstring(other.size(), L'x');
        }
        std::vector<bool>::const_reference flag(std::vector<bool>::const_iterator where) override {
            return *where;
        }

    private:
        std::unordered_map<std::string, std::shared_ptr<const Port>> registry_;
    };
    construct::expect_same<Target>(
        +[](daily::Port& port) {
            const std::exception& exception = port;
            const daily::Port::Names names = {"b", "a", "b"};
            note(exception.what(), port.find(names, 1) - names.begin());
            std::list<double> values = {1, 2, 3};
            note(port.distance(values.begin(), values.end()));
            std::ostringstream out;
            note(&port.print(out, "text", nullptr) == &out, out.str(), *port.name("name"),
                 port.name({}).has_value());
            note(port.visit(2.5), port.visit(std::string("s")));
            note((port.at(250ms, daily::Clock::time_point()) - daily::Clock::time_point()) / 1ms);
            int one = 1;
            double two = 2;
            const auto tied =
                port.tie(std::tuple<int&&, double&>(std::move(one), two), {"three", 3});
            note(std::get<0>(tied), &std::get<1>(tied) == &two, std::get<2>(tied));
            note(port.sum({{"a", 1}, {"b", 2}}), port.registry().size());
            port.callback({{1, {}}})(std::make_unique<int>(4));
            std::tm time{};
            time.tm_year = 126;
            note(port.year(&time, 1900), port.wide(L"w", u"ab").size());
            const std::vector<bool> flags = {false, true};
            note(port.flag(flags.begin() + 1));
        },
        {{"find", 1},
         {"distance", 1},
         {"print", 1},
         {"what", 1},
         {"visit", 2},
         {"at", 1},
         {"registry", 1},
         {"flag", 1}});
}

TEST(Types, NestedTypes) {
    using image::Filter;

    struct Mean : Filter {
        Pixel average(const Row& row, Border border) const override {
            return {row[0].red, static_cast<unsigned char>(border), row.back().blue};
        }
        Row fill(Pixel pixel, unsigned count) override { return Row(count, pixel); }
        Channel strongest(const Pixel* pixel, const Options& options) const override {
            return pixel->red > options.level ? Channel::red : Channel::green;
        }
        int range(Options::Range range, const Pair<int>& pair) override {
            return (range.high - range.low) * pair[1];
        }
    };
    construct::expect_same<Mean>(
        +[](Filter& port) {
            const Filter::Row row = port.fill({1, 2, 3}, 2);
            const Filter::Pixel pixel = port.average(row, Filter::wrap);
            note(row.size(), int(pixel.red), int(pixel.green), int(pixel.blue));
            const int pair[2] = {0, 10};
            note(port.strongest(&pixel, Filter::Options(4)) == Filter::Channel::green,
                 port.range({1, 4}, pair));
        },
        {{"average", 1}, {"fill", 1}, {"strongest", 1}, {"range", 1}});
}

TEST(Types, EnumConstants) {
    using tensor::Material;
    using tensor::Tensor;

    struct Hooke : Material {
        double stress(const State<double>& strain, Tensor<double>& out) const override {
            out.value[1] = strain.value[5];
            return strain.plastic ? 1 : 2;
        }
        std::array<double, 12> energy(State<float, points, Model::elastic> state) override {
            std::array<double, 12> result{};
            result[11] = state.value[3];
            return result;
        }
        bool check(const std::bitset<8>& set, Tensor<int, 3> tensor,
                   double (&grid)[4][3]) override {
            return set.test(7) && tensor.value[2] == 3 && grid[3][2] == 1;
        }
        Size size(Model model) const override {
            return model == Model::elastic ? dimension : symmetric;
        }
    };
    construct::expect_same<Hooke>(
        +[](Material& port) {
            Tensor<double> out{};
            note(port.stress({{1, 2, 3, 4, 5, 6}}, out), out.value[1]);
            note(port.energy({{1, 2, 3, 4}})[11]);
            double grid[4][3] = {};
            grid[3][2] = 1;
            note(port.check(std::bitset<8>("10000000"), {{1, 2, 3}}, grid));
            note(port.size(Material::Model::elastic), port.size(Material::Model::plastic));
        },
        {{"stress", 1}, {"energy", 1}, {"check", 1}, {"size", 2}});
}

namespace extension_types {

using extended::UnsignedWide;
using extended::Wide;

Wide twice(Wide value) {
    return 2 * value;
}

class Target : public extended::Port {
public:
    Wide multiply(Wide a, long long b) override { return a * b; }
    UnsignedWide total(const std::vector<UnsignedWide>& values, Wide (*scale)(Wide)) override {
        return values[0] + static_cast<UnsignedWide>(scale(3));
    }
    void axpy(int n, double a, const double* __restrict x, double* __restrict y) override {
        for (int i = 0; i < n; ++i)
            y[i] += a * x[i];
    }
};

void script(extended::Port& port) {
    const Wide product = port.multiply(static_cast<Wide>(1) << 80, 3);
    note(static_cast<long>(product >> 80), static_cast<long>(port.total({5}, twice)));
    const double x[2] = {1, 2};
    double y[2] = {3, 4};
    port.axpy(2, 10, x, y);
    note(y[0], y[1]);
}

TEST(Types, ExtensionTypes) {
    construct::expect_same<Target>(script, {{"multiply", 1}, {"total", 1}, {"axpy", 1}});
}

} // namespace extension_types

TEST(Types, UnnamedTypes) {
    struct Target : nameless::Port {
        int colour(decltype(red) colour, int weight) override { return 10 * colour + weight; }
        int store(const decltype(state)& other) override { return other.value; }
    };
    construct::expect_same<Target>(
        +[](nameless::Port& port) {
            decltype(port.state) state;
            state.value = 6;
            note(port.colour(nameless::Port::green, 5), port.store(state));
        },
        {{"colour", 1}, {"store", 1}});
}

TEST(Types, TemplateArguments) {
    using namespace arguments;

    struct Target : Port {
        int flags(Flagged<static_cast<Flags>(3)> both, Flagged<none> neither) override {
            return 10 * both.id + neither.id;
        }
        int levels(Levelled<Level::low, true> low,
                   const Levelled<static_cast<Level>(3), false>& odd) override {
            return 100 * low.id + odd.id;
        }
        bool limits(Limits<LLONG_MIN, ULLONG_MAX, -128, '\0', L'\n'> limits) override {
            return limits.holds;
        }
        double functions(Functions<half, &Item::value, &Item::get> functions) override {
            return functions.call(9);
        }
        bool addresses(Addresses<&Item::shared, table, nullptr> addresses) override {
            return addresses.holds();
        }
        std::size_t defaults(Defaults<> defaults, Defaults<nullptr, nullptr, 9>* other) override {
            return defaults.value + other->value;
        }
    };
    construct::expect_same<Target>(
        +[](Port& port) {
            Defaults<nullptr, nullptr, 9> other;
            note(port.flags({}, {}), port.levels({}, {}), port.limits({}), port.functions({}),
                 port.addresses({}));
            note(port.defaults({}, &other));
        },
        {{"flags", 1},
         {"levels", 1},
         {"limits", 1},
         {"functions", 1},
         {"addresses", 1},
         {"defaults", 1}});
}

} // namespace
