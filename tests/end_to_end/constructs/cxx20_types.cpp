// calls: sum 1
// calls: scale 1
// calls: name 1
// calls: tagged 1
// calls: length 1
// calls: operator<=> 1
#include "cxx20_types.proxy.hpp"
#include "same_behaviour.hpp"

using construct::note;

namespace {

class Target : public modern::Port {
public:
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

void script(modern::Port& port) {
    double values[3] = {1, 2, 3};
    port.scale(values, 2);
    note(port.sum(values), port.name(u8"ab", u8'-'), port.tagged({7}), port.length({1, 2}));
    note((port <=> 6) < 0, port.version());
}

} // namespace

int main() {
    return construct::same_behaviour<modern::Port, Target, proxima::Proxy<modern::Port>>(script);
}
