// calls: stress 1
// calls: energy 1
// calls: check 1
// calls: size 2
#include "enum_constants.proxy.hpp"
#include "same_behaviour.hpp"

using construct::note;
using tensor::Material;
using tensor::Tensor;

namespace {

class Hooke : public Material {
public:
    double stress(const State<double>& strain, Tensor<double>& out) const override {
        out.value[1] = strain.value[5];
        return strain.plastic ? 1 : 2;
    }
    std::array<double, 12> energy(State<float, points, Model::elastic> state) override {
        std::array<double, 12> result{};
        result[11] = state.value[3];
        return result;
    }
    bool check(const std::bitset<8>& set, Tensor<int, 3> tensor, double (&grid)[4][3]) override {
        return set.test(7) && tensor.value[2] == 3 && grid[3][2] == 1;
    }
    Size size(Model model) const override {
        return model == Model::elastic ? dimension : symmetric;
    }
};

void script(Material& port) {
    Tensor<double> out{};
    note(port.stress({{1, 2, 3, 4, 5, 6}}, out), out.value[1]);
    note(port.energy({{1, 2, 3, 4}})[11]);
    double grid[4][3] = {};
    grid[3][2] = 1;
    note(port.check(std::bitset<8>("10000000"), {{1, 2, 3}}, grid));
    note(port.size(Material::Model::elastic), port.size(Material::Model::plastic));
}

} // namespace

int main() {
    return construct::same_behaviour<Material, Hooke, proxima::Proxy<Material>>(script);
}
