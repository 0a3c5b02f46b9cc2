#include <proxima/compare/change.hpp>

#include <cmath>

int main() {
    const auto change = proxima::compare::change_between({{1, 1}}, {{2, 2}});
    return std::abs(change.ratio() - 2) < 1e-9 ? 0 : 1;
}
