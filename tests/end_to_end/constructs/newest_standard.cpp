#include "cxx20_types/cxx20_types.proxy.hpp"
#include "cxx23_types/cxx23_types.proxy.hpp"
#include "same_behaviour.hpp"

namespace {

using construct::note;

TEST(NewestStandard, Cxx20Types) {
    struct Target : modern::Port {
        double sum(std::span<const double> values) const override {
            double total = 0;
            for (double value : values)
                total += value;
            return total;
        }
        void scale(std::span<double, 3> values, double factor) override {
            for (double& value : values)
                value *= factor;
        }
        std::string_view name(std::u8string_view prefix, char8_t) const override {
            return prefix.size() == 2 ? "two" : "other";
        }
        constexpr int version() const override { return 20; }
        double tagged(modern::Tagged<modern::Label{"abc"}> value) override { return value.value; }
        double length(const modern::Vector<float>& vector) override { return vector.x + vector.y; }
        std::strong_ordering operator<=>(int other) const override { return 5 <=> other; }
    };
    construct::expect_same<Target>(
        +[](modern::Port& port) {
            double values[3] = {1, 2, 3};
            port.scale(values, 2);
            note(port.sum(values), port.name(u8"ab", u8'-'), port.tagged({7}), port.length({1, 2}));
            note((port <=> 6) < 0, port.version());
        },
        {{"sum", 1}, {"scale", 1}, {"name", 1}, {"tagged", 1}, {"length", 1}, {"operator<=>", 1}});
}

TEST(NewestStandard, Cxx23Types) {
    struct Small : newest::Matrix {
        std::expected<double, std::string> at(std::size_t row, std::size_t column) const override {
            if (row > 1)
                return std::unexpected("no such row");
            return values_[row][column];
        }
        double& operator[](std::size_t row, std::size_t column) override {
            return values_[row][column];
        }

    private:
        double values_[2][2] = {{1, 2}, {3, 4}};
    };
    construct::expect_same<Small>(
        +[](newest::Matrix& port) {
            port[1, 0] = 7;
            note(*port.at(1), port.at(2, 1).error());
        },
        {{"at", 2}, {"operator[]", 1}});
}

} // namespace
