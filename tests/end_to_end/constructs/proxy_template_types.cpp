// calls: scale 2
// calls: level 2
// calls: sum 2
// calls: extended 2
// calls: norm 2
// calls: indices 2
// calls: apply 2
// calls: visit 2
// calls: fixed 2
#include "proxy_template_types.proxy.hpp"
#include "same_behaviour.hpp"

#include <utility>

using construct::note;
using Plain = dependent::Block<double>;
using Packed = dependent::Block<float, 2, int, const char*>;

static_assert(noexcept(std::declval<const proxima::Proxy<Plain>&>().norm({})), "8 bytes");
static_assert(!noexcept(std::declval<const proxima::Proxy<Packed>&>().norm({})), "4 bytes");

namespace {

template <class Scalar, int size, class... Rest>
class Dense : public dependent::Block<Scalar, size, Rest...> {
    using Block = dependent::Block<Scalar, size, Rest...>;

public:
    using typename Block::Entry;
    using typename Block::Order;
    using typename Block::Values;
    Scalar scale(const Scalar& factor) override { return 2 * factor; }
    int level() const override { return 4; }
    Scalar sum(const Scalar (&values)[size], Order order) const override {
        return values[0] + values[size - 1] + static_cast<Scalar>(order);
    }
    std::array<Scalar, size + 1> extended(const Values& values) override {
        return {values[0], values[1]};
    }
    Scalar norm(const Entry& entry) const noexcept override { return entry.value; }
    std::vector<int> indices(Entry* entries, std::size_t count) override {
        return {entries->index, static_cast<int>(count)};
    }
    Scalar apply(Scalar (*function)(Scalar), Rest... rest) override {
        note("rest", sizeof...(rest), rest...);
        return function(3);
    }
    void visit(const Block& other) override { note("level of the other", other.level()); }
    double fixed(int (&grid)[2]) override { return grid[1]; }
};

template <class Scalar>
Scalar square(Scalar value) {
    return value * value;
}

template <class Port, class Scalar, std::size_t size, class... Rest>
void use(Port& port, const Scalar (&values)[size], Rest... rest) {
    note(port.scale(3), port.level(), port.sum(values, Port::column_major),
         port.extended(values)[1]);
    typename Port::Entry entry{5, 6};
    note(port.norm(entry), port.indices(&entry, 7)[0], port.apply(square<Scalar>, rest...));
    int grid[2] = {8, 9};
    note(port.fixed(grid));
}

void script(Plain& plain, Packed& packed) {
    const double three[3] = {1, 2, 3};
    const float two[2] = {4, 5};
    use(plain, three);
    use(packed, two, 6, "seven");
    const Dense<double, 3> other;
    plain.visit(other);
    packed.visit(Dense<float, 2, int, const char*>());
}

} // namespace

int main() {
    return construct::compare(
        [] {
            Dense<double, 3> plain;
            Dense<float, 2, int, const char*> packed;
            script(plain, packed);
        },
        [] {
            Dense<double, 3> plain;
            Dense<float, 2, int, const char*> packed;
            proxima::Proxy<Plain> plain_proxy{plain, "plain"};
            proxima::Proxy<Packed> packed_proxy{packed, "packed"};
            script(plain_proxy, packed_proxy);
        });
}
