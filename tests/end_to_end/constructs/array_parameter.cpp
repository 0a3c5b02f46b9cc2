// calls: decayed 1
// calls: by_reference 1
// calls: matrix 1
// calls: pointers 1
// calls: row 2
// calls: rows 1
#include "array_parameter.proxy.hpp"
#include "same_behaviour.hpp"

using construct::note;

namespace {

class Laplace : public stencil::Kernel {
public:
    double decayed(const double values[], std::size_t count) const override {
        return values[count - 1];
    }
    double sized(double values[3]) override { return values[2] *= 2; }
    double by_reference(double (&values)[3]) override { return values[1] = 8; }
    double by_constant_reference(const stencil::Row& values) const override { return values[0]; }
    double by_rvalue_reference(double (&&values)[2]) override { return values[1]; }
    double by_pointer(double (*values)[3]) override { return (*values)[1]; }
    double two_dimensions(double values[][2], int rows) override { return values[rows - 1][1]; }
    double matrix(const stencil::Matrix& matrix) override { return matrix[1][0]; }
    double pointers(const double* const* rows, double* const (&columns)[2]) override {
        return *columns[1] = rows[0][0];
    }
    auto row(int index) -> double (&)[3] override { return rows_[index]; }
    auto rows() const -> const double (*)[3] override { return rows_; }

private:
    double rows_[2][3] = {{1, 2, 3}, {4, 5, 6}};
};

void script(stencil::Kernel& port) {
    double values[3] = {1, 2, 3};
    note(port.decayed(values, 3), port.sized(values), port.by_reference(values),
         port.by_constant_reference(values));
    note(values[0], values[1], values[2]);
    double pair[2] = {4, 5};
    note(port.by_rvalue_reference(static_cast<double(&&)[2]>(pair)), port.by_pointer(&values));
    double grid[2][2] = {{1, 2}, {3, 4}};
    note(port.two_dimensions(grid, 2), port.matrix(grid));
    const double* const rows[] = {values};
    double* const columns[2] = {&pair[0], &pair[1]};
    note(port.pointers(rows, columns), pair[1]);
    port.row(1)[2] = 9;
    note(port.row(1)[2], port.rows()[1][2]);
}

} // namespace

int main() {
    return construct::same_behaviour<stencil::Kernel, Laplace, proxima::Proxy<stencil::Kernel>>(
        script);
}
