#include "expression_text/expression_text.proxy.hpp"
#include "parameter_defaults/parameter_defaults.proxy.hpp"
#include "parameter_expressions/parameter_expressions.proxy.hpp"
#include "parameters_after/parameters_after.proxy.hpp"
#include "parameter_defaults/mastermind.hpp"
#include "parameter_expressions/mastermind.hpp"
#include "same_behaviour.hpp"

#include <type_traits>
#include <utility>

namespace {

using construct::note;

TEST(Parameters, ParameterDefaults) {
    namespace records = proxima::mastermind::capture_Port;
    static_assert(std::is_same<decltype(records::real), proxima::MethodInfo<double, double>>::value,
                  "");
    static_assert(std::is_same<decltype(records::truth),
                               proxima::MethodInfo<bool, proxima::Enumeration>>::value,
                  "");
    static_assert(std::is_same<decltype(records::opaque), proxima::MethodInfo<>>::value,
                  "nothing to record");

    struct Target : capture::Port {
        void whole(int a, unsigned long b, std::int8_t c, char d, std::size_t e) override {
            note(a, b, static_cast<int>(c), d, e);
        }
        void real(double a, float b) override { note(a, b); }
        void truth(bool a, capture::Mode mode) override { note(a, static_cast<int>(mode)); }
        void sizes(const std::vector<double>& v, std::vector<int> w, std::string name) override {
            note(v.size(), w.size(), name);
        }
        void opaque(void* p, const Port&, double* values) override {
            note(p == nullptr, values[0]);
        }
        void by_reference(const int& a, double& out) override { out = a; }
    };
    construct::expect_same<Target>(
        +[](capture::Port& port) {
            port.whole(-1, 2, 3, 'd', 5);
            port.real(0.5, 0.25F);
            port.truth(true, capture::Mode::strided);
            port.sizes({1, 2}, {3}, "name");
            double value = 6;
            port.opaque(nullptr, port, &value);
            port.by_reference(7, value);
            note(value);
        },
        {{"whole", 1},
         {"real", 1},
         {"truth", 1},
         {"sizes", 1},
         {"opaque", 1},
         {"by_reference", 1}});
}

TEST(Parameters, ParameterExpressions) {
    using expressions::Matrix;

    namespace records = proxima::mastermind::expressions_Port;
    static_assert(std::is_same<decltype(records::silent), proxima::MethodInfo<>>::value,
                  "an empty list records nothing");
    static_assert(
        std::is_same<decltype(records::unnamed), proxima::MethodInfo<std::int64_t, bool>>::value,
        "");

    struct Target : expressions::Port {
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
    construct::expect_same<Target>(
        +[](expressions::Port& port) {
            const double values[] = {1, 2};
            note(port.apply({3, 4}, values, 2), port.apply(std::make_unique<Matrix>(Matrix{5, 6})));
            note(port.silent(7), port.unnamed({{1, 2}}, 4), port.size());
            note(port.unnamed({{1, 2}, {3, 4}}, 5));
        },
        {{"apply", 2}, {"silent", 1}, {"unnamed", 2}, {"size", 0}});
}

TEST(Parameters, ExpressionText) {
    struct Target : commented::Port {
        Target() { set_size(6); }
        int apply(const commented::Matrix& matrix, int rows, const char*) override {
            return matrix.rows * rows;
        }
    };
    construct::expect_same<Target>(
        +[](commented::Port& port) { note(port.apply({7}, 3, "name"), port.size()); },
        {{"apply", 1}});
}

TEST(Parameters, ParametersAfter) {
    using late::Answer;

    struct Target : late::Solver {
        int solve(int n, std::vector<double>& found) override {
            if (n < 0) {
                found = {0.5};
                throw n;
            }
            found.resize(static_cast<std::size_t>(n));
            return n;
        }
        void split(const std::vector<double>& values, std::vector<double>& result) override {
            result = {values[0], values[2]};
        }
        Answer ask(int n) override { return {n, n < 0 ? "minus five" : "five"}; }
        Answer& last() override { return answer; }
        Answer&& take() override { return std::move(answer); }
        void count(int n, int* steps, double& rest) override {
            *steps = 2 * n;
            rest = 0.5;
        }
        int size() const override { return 9; }

        Answer answer{6, "six"};
    };
    construct::expect_same<Target>(
        +[](late::Solver& port) {
            std::vector<double> values;
            note(port.solve(4, values), values.size());
            try {
                port.solve(-1, values);
            } catch (int n) {
                note("threw", n, values.size());
            }
            port.split({1, 2, 3}, values);
            note(values[0], values[1]);
            note(port.ask(5).text);
            note(port.ask(-5).steps);
            note(port.last().steps, &port.last() == &port.last());
            note(port.take().text);
            int steps = 0;
            double rest = 0;
            port.count(4, &steps, rest);
            note(steps, rest, port.size());
        },
        {{"solve", 2}, {"split", 1}, {"ask", 2}, {"take", 1}, {"count", 1}});
}

} // namespace
