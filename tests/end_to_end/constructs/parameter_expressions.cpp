// calls: apply 2
// calls: silent 1
// calls: unnamed 2
// calls: size 0
// treatment: expressions::Port size forwarded
// treatment: expressions::Port silent measured
// values: apply rows 3
// values: apply first 1
// values: apply work 30
// values: apply cells 30
// values: unnamed last 1 3
// values: unnamed second true false
#include "parameter_expressions.proxy.hpp"
#include "mastermind.hpp"
#include "same_behaviour.hpp"

#include <type_traits>

using construct::note;
using expressions::Matrix;

namespace records = proxima::mastermind::expressions_Port;
static_assert(std::is_same<decltype(records::silent), proxima::Record<>>::value,
              "an empty list records nothing");
static_assert(std::is_same<decltype(records::unnamed), proxima::Record<std::int64_t, bool>>::value,
              "");

namespace {

class Target : public expressions::Port {
public:
    double apply(const Matrix& matrix, const double* values, int count) override {
        return matrix.rows + values[count - 1];
    }
    double apply(std::unique_ptr<Matrix> matrix) override { return matrix->columns; }
    int silent(int a) override { return a; }
    int unnamed(const std::vector<Matrix>& list, int a) override {
        return static_cast<int>(list.size()) + a;
    }
    int size() const override { return 10; }
};

void script(expressions::Port& port) {
    const double values[] = {1, 2};
    note(port.apply({3, 4}, values, 2), port.apply(std::make_unique<Matrix>(Matrix{5, 6})));
    note(port.silent(7), port.unnamed({{1, 2}}, 4), port.size());
    note(port.unnamed({{1, 2}, {3, 4}}, 5));
}

} // namespace

int main() {
    return construct::same_behaviour<expressions::Port, Target, proxima::Proxy<expressions::Port>>(
        script);
}
