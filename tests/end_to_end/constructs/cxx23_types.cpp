// calls: at 2
// calls: operator[] 1
#include "cxx23_types.proxy.hpp"
#include "same_behaviour.hpp"

using construct::note;

namespace {

class Small : public newest::Matrix {
public:
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

void script(newest::Matrix& port) {
    port[1, 0] = 7;
    note(*port.at(1), port.at(2, 1).error());
}

} // namespace

int main() {
    return construct::same_behaviour<newest::Matrix, Small, proxima::Proxy<newest::Matrix>>(script);
}
