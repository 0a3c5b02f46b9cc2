/// Enumerators and constants of the port used as (default) template arguments in its own
/// signatures.
#pragma once

#include <array>
#include <bitset>

namespace tensor {

template <class T, int rank = 2>
struct Tensor {
    T value[rank];
};

class Material {
public:
    enum Size { dimension = 3, symmetric = 6 };
    enum class Model { elastic, plastic };
    static constexpr int points = 4;
    static const unsigned flags = 8;
    template <class T, int size = symmetric, Model model = Model::plastic>
    struct State {
        T value[size];
        static constexpr bool plastic = model == Model::plastic;
    };

    virtual ~Material() = default;
    virtual double stress(const State<double>& strain, Tensor<double>& out) const = 0;
    virtual std::array<double, dimension * points>
    energy(State<float, points, Model::elastic> state) = 0;
    virtual bool check(const std::bitset<flags>& set, Tensor<int, dimension> tensor,
                       double (&grid)[points][dimension]) = 0;
    virtual Size size(Model model) const = 0;
};

} // namespace tensor
