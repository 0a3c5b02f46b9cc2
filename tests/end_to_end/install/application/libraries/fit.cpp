#include <proxima/fit/expression.hpp>

int main() {
    const proxima::fit::Expression time("-8 + 2 * Q", {"Q"});
    return time({{5.0}}) == 2.0 ? 0 : 1;
}
