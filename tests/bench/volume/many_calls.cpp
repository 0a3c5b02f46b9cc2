// Makes as many measured calls as it is asked for, and prints by how much its memory grew.
//
//     proxima_bench_many_calls [CALLS]
#include <proxima/control.hpp>
#include <proxima/invocation.hpp>
#include <proxima/record.hpp>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>

namespace {

constexpr proxima::Column columns[] = {{"n", "long", proxima::ColumnType::integer}};
proxima::Record<std::int64_t> record{"compute", "long compute(long)", "many_calls.cpp:1", columns};
proxima::Method* const methods[] = {&record};
proxima::PortRecord port{"bench::Port", methods, 1};

[[gnu::noinline]] std::int64_t compute(const proxima::Instance& instance, std::int64_t n) {
    const proxima::StackMark mark;
    const proxima::Invocation invocation(mark, record, instance.site(0), [&] { return n; });
    return n + 1;
}

// Kilobytes.
long resident_memory() {
    std::ifstream file("/proc/self/status");
    for (std::string line; std::getline(file, line);) {
        if (line.rfind("VmRSS:", 0) == 0) {
            return std::strtol(line.c_str() + 6, nullptr, 10);
        }
    }
    return 0;
}

} // namespace

int main(int argument_count, char** arguments) {
    const std::int64_t calls = argument_count > 1 ? std::atoll(arguments[1]) : 100'000'000;
    const proxima::Instance instance(port, "many");
    const long before = resident_memory();
    std::int64_t n = 0;
    for (std::int64_t i = 0; i < calls; ++i) {
        n = compute(instance, n % 1000);
    }
    std::printf("%ld\n", resident_memory() - before);
    return n < 0 ? EXIT_FAILURE : EXIT_SUCCESS;
}
