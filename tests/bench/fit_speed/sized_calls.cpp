// Makes measured calls with three parameters, whose time depends on two of them.
//
//     proxima_bench_sized_calls [CALLS [distinct]]
//
// `distinct`: one of the parameters is another each time.
#include <proxima/control.hpp>
#include <proxima/invocation.hpp>
#include <proxima/record.hpp>

#include <cstdint>
#include <cstdlib>

namespace {

constexpr proxima::Column columns[] = {{"n", "long", proxima::ColumnType::integer},
                                       {"m", "long", proxima::ColumnType::integer},
                                       {"x", "long", proxima::ColumnType::integer}};
proxima::Record<std::int64_t, std::int64_t, std::int64_t> record{
    "compute", "long compute(long, long, long)", "sized_calls.cpp:1", columns};
proxima::Method* const methods[] = {&record};
proxima::PortRecord port{"bench::Port", methods, 1};

struct Values {
    std::int64_t n;
    std::int64_t m;
    std::int64_t x;
};

[[gnu::noinline]] std::uint64_t compute(const proxima::Instance& instance, const Values& values) {
    const proxima::StackMark mark;
    const proxima::Invocation invocation(
        mark, record, instance.site(0), [&] { return values.n; }, [&] { return values.m; },
        [&] { return values.x; });
    std::uint64_t state = 1;
    for (std::int64_t i = 0; i < values.n * values.m; ++i) {
        state = state * 6364136223846793005U + 1;
    }
    return state;
}

} // namespace

int main(int argument_count, char** arguments) {
    const std::int64_t calls = argument_count > 1 ? std::atoll(arguments[1]) : 10'000'000;
    const bool distinct = argument_count > 2;
    const proxima::Instance instance(port, "sized");
    constexpr std::int64_t sizes[] = {1, 2, 4, 8, 16, 32};
    std::uint64_t sum = 0;
    for (std::int64_t i = 0; i < calls; ++i) {
        sum += compute(instance, {sizes[i % 6], sizes[(i / 6) % 5], distinct ? i : i % 7});
    }
    return sum == 0 ? EXIT_FAILURE : EXIT_SUCCESS;
}
