// A simulation in small, measured as generated code would measure it: steps that call three
// components, one of which can be made slower by a known part of its work.
//
//     proxima_bench_diff_workload STEPS CALLS WORK [SLOWER]
//
// Each step calls flux CALLS times, the equation of state half as often, and the boundary once.
// WORK is how many additions a call of flux makes; SLOWER is the percentage by which the equation
// of state makes more of them than it should.
#include <proxima/control.hpp>
#include <proxima/invocation.hpp>
#include <proxima/method_info.hpp>

#include <cstdint>
#include <cstdio>
#include <cstdlib>

namespace {

constexpr proxima::Parameter parameters[] = {{"n", "long", proxima::ParameterType::integer}};
proxima::MethodInfo<std::int64_t> run{"run", "void run(long)", "workload.cpp:1", parameters};
proxima::MethodInfo<std::int64_t> advance{"advance", "void advance(long)", "workload.cpp:2",
                                          parameters};
proxima::MethodInfo<std::int64_t> compute{"compute", "void compute(long)", "workload.cpp:3",
                                          parameters};
proxima::Method* const run_methods[] = {&run};
proxima::Method* const advance_methods[] = {&advance};
proxima::Method* const compute_methods[] = {&compute};
proxima::PortInfo run_port{"bench::GoPort", run_methods, 1};
proxima::PortInfo advance_port{"bench::Integrator", advance_methods, 1};
proxima::PortInfo compute_port{"bench::Kernel", compute_methods, 1};

double result = 0;

// A chain of additions: as many cycles each time.
[[gnu::noinline]] void work(std::int64_t additions) {
    double sum = result;
    for (std::int64_t i = 0; i < additions; ++i) {
        sum += 1e-9;
        asm volatile("" : "+x"(sum));
    }
    result = sum;
}

template <typename Body>
void measured(proxima::MethodInfo<std::int64_t>& record, const proxima::Instance& instance,
              std::int64_t n, Body body) {
    const proxima::StackMark mark;
    const proxima::Invocation invocation(mark, record, instance.site(0), [&] { return n; });
    body();
}

} // namespace

int main(int count, char** arguments) {
    if (count < 4) {
        std::fputs("usage: proxima_bench_diff_workload STEPS CALLS WORK [SLOWER]\n", stderr);
        return EXIT_FAILURE;
    }
    const auto steps = std::atoll(arguments[1]);
    const auto calls = std::atoll(arguments[2]);
    const auto additions = std::atoll(arguments[3]);
    const double slower = count > 4 ? std::atof(arguments[4]) / 100 : 0;
    const auto of_state = static_cast<std::int64_t>(static_cast<double>(additions) * (1 + slower));
    const proxima::Instance driver(run_port, "driver");
    const proxima::Instance integrator(advance_port, "rk2");
    const proxima::Instance flux(compute_port, "flux");
    const proxima::Instance state(compute_port, "eos");
    const proxima::Instance boundary(compute_port, "boundary");
    measured(run, driver, steps, [&] {
        for (long long step = 0; step < steps; ++step) {
            measured(advance, integrator, step, [&] {
                measured(compute, boundary, 0, [&] { work(additions); });
                for (long long call = 0; call < calls; ++call) {
                    measured(compute, flux, call, [&] { work(additions); });
                    if (call % 2 == 0) {
                        measured(compute, state, call, [&] { work(of_state); });
                    }
                }
                work(additions);
            });
        }
    });
    return result < 0 ? EXIT_FAILURE : EXIT_SUCCESS;
}
