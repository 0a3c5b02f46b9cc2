#include <proxima/prune/pruning.hpp>

int main() {
    using namespace proxima::prune;
    const auto fates = prune({{no_parent, 0, 0}, {1000, 990, 10}}, {0.1, 0.1});
    return fates.back() == Fate::insignificant_sibling ? 0 : 1;
}
