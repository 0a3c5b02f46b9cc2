// Sums squares, and times each.
#include <proxima/measurement/connect.hpp>

#include <cstdio>

int main() {
    const auto timer = proxima::measurement::measurement().create_timer("square");
    int sum = 0;
    for (int i = 1; i <= 10; ++i) {
        const proxima::measurement::ScopedTimer running(*timer);
        sum += i * i;
    }
    std::printf("%d\n", sum);
}
