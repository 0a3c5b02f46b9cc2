// A program measured as generated code would measure it. Counts what it does by itself and prints
// that, so that the test can compare. With the argument `killed` it ends by SIGKILL in the middle
// of a call; with `endless` it goes on until it is killed.
#include <proxima/invocation.hpp>
#include <proxima/method_info.hpp>

#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <thread>
#include <vector>

namespace {

enum class Rule { closed, open };

constexpr proxima::EnumConstant rule_constants[] = {{"closed", 0}, {"open", 1}};
constexpr proxima::Parameter integrate_parameters[] = {
    {"points", "int", proxima::ParameterType::integer},
    {"rule", "Rule", proxima::ParameterType::enumeration, rule_constants, 2},
    {"label", "const char *", proxima::ParameterType::text}};
constexpr proxima::Parameter evaluate_parameters[] = {
    {"x", "double", proxima::ParameterType::real},
    {"i", "unsigned long", proxima::ParameterType::unsigned_integer},
    {"last", "bool", proxima::ParameterType::boolean}};

proxima::MethodInfo<std::int64_t, proxima::Enumeration, proxima::Text> integrate{
    "integrate", "double integrate(int, Rule, const char *)", "measured_program.cpp:1",
    integrate_parameters};
proxima::MethodInfo<double, std::uint64_t, bool> evaluate{
    "evaluate", "double evaluate(double)", "measured_program.cpp:2", evaluate_parameters};
proxima::MethodInfo<> evaluate_nothing{"evaluate", "double evaluate()", "measured_program.cpp:3"};

proxima::Method* const integrator_methods[] = {&integrate};
proxima::Method* const function_methods[] = {&evaluate, &evaluate_nothing};
proxima::PortInfo integrator_port{"ns::Integrator", integrator_methods, 1};
proxima::PortInfo function_port{"ns::Function", function_methods, 2};

double measured_evaluate(const proxima::Instance& instance, double x, std::uint64_t i, bool last) {
    const proxima::StackMark mark;
    const proxima::Invocation invocation(
        mark, evaluate, instance.site(0), [&] { return x; }, [&] { return i; },
        [&] { return last; });
    return x * x;
}

double measured_evaluate(const proxima::Instance& instance) {
    const proxima::StackMark mark;
    const proxima::Invocation invocation(mark, evaluate_nothing, instance.site(1));
    return 1;
}

void measured_integrate(const proxima::Instance& integrator, const proxima::Instance& function,
                        int points, Rule rule, bool killed) {
    const proxima::StackMark mark;
    const proxima::Invocation invocation(
        mark, integrate, integrator.site(0), [&] { return std::int64_t{points}; },
        [&] { return proxima::Enumeration(rule); },
        [&] { return proxima::Text(rule == Rule::open ? "a, \"quoted\" label" : "plain"); });
    volatile double sum = measured_evaluate(function);
    for (int i = 0; i < points; ++i) {
        sum = sum + measured_evaluate(function, (i + 0.5) / points, static_cast<std::uint64_t>(i),
                                      i + 1 == points);
    }
    if (killed) {
        std::raise(SIGKILL);
    }
}

} // namespace

int main(int argument_count, char** arguments) {
    constexpr int points = 50'000;
    const bool killed = argument_count > 1 && std::strcmp(arguments[1], "killed") == 0;
    const proxima::Instance integrator(integrator_port, "midpoint");
    const proxima::Instance function(function_port, "square");
    while (argument_count > 1 && std::strcmp(arguments[1], "endless") == 0) {
        measured_integrate(integrator, function, points / 10, Rule::closed, false);
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
    std::vector<std::thread> threads;
    for (int thread = 0; thread < 2; ++thread) {
        threads.emplace_back(
            [&] { measured_integrate(integrator, function, points, Rule::closed, false); });
    }
    for (auto& thread : threads) {
        thread.join();
    }
    std::printf("%d\n", 3 * points); // of evaluate(double), with those to come
    std::fflush(stdout);
    measured_integrate(integrator, function, points, Rule::open, killed);
}
