// Measures what handing work over costs: taking a context where a task is made, and adopting it
// where it runs. All alternate in one program; prints a table, and asserts nothing. An argument,
// such as clock=tsc, is added to the configuration.
#include "components.hpp"
#include "flux_port.proxy.hpp"

#include <proxima/context.hpp>
#include <proxima/control.hpp>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <functional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace {

using proxima::Adopt;
using proxima::Context;

constexpr int rounds = 601; // short ones, so that most are not interrupted
constexpr int tasks = 20'000;

// Calls a function where a call is open.
class Caller final : public bench::FluxPort {
public:
    explicit Caller(std::function<void()> function) : function_(std::move(function)) {}
    int compute(int n) override {
        function_();
        return n;
    }

private:
    std::function<void()> function_;
};

template <class Task>
double nanoseconds(Task task) {
    const auto begin = std::chrono::steady_clock::now();
    for (int i = 0; i < tasks; ++i) {
        task(i);
    }
    const std::chrono::duration<double, std::nano> took = std::chrono::steady_clock::now() - begin;
    return took.count() / tasks;
}

void keep(const Context& context) {
    asm volatile("" : : "r"(&context) : "memory");
}

void adopt(const Context& context) {
    const Adopt adopted(context);
    asm volatile("" : : : "memory");
}

struct Row {
    const char* what;
    std::vector<double> times = {};
};

void print(std::vector<Row> rows) {
    std::printf("%-44s %8s %8s\n", "nanoseconds a task", "median", "least");
    for (Row& row : rows) {
        std::sort(row.times.begin(), row.times.end());
        std::printf("%-44s %8.2f %8.2f\n", row.what, row.times[row.times.size() / 2], row.times[0]);
    }
}

} // namespace

int main(int count, char** arguments) {
    const std::filesystem::path run = "proxima-run-tasks";
    std::filesystem::remove_all(run);
    std::vector<Row> rows{{"a loop without tasks"},     {"capture, nothing measured"},
                          {"adopt, nothing measured"},  {"capture within a call"},
                          {"adopt, tasks of one call"}, {"adopt, tasks of two calls in turn"}};
    for (int round = 0; round < rounds; ++round) {
        rows[0].times.push_back(nanoseconds([](int i) { asm volatile("" : : "r"(i)); }));
        rows[1].times.push_back(nanoseconds([](int) { keep(proxima::capture()); }));
        rows[2].times.push_back(nanoseconds([](int) { adopt({}); }));
    }
    proxima::configure("quiet=on,output=" + run.string() +
                       (count > 1 ? std::string(",") + arguments[1] : ""));
    Context contexts[2];
    for (Context& context : contexts) {
        Caller caller([&] {
            context = proxima::capture();
            for (int round = 0; round < rounds; ++round) {
                rows[3].times.push_back(nanoseconds([](int) { keep(proxima::capture()); }));
            }
        });
        proxima::Proxy<bench::FluxPort>(caller, &context == contexts ? "first" : "second")
            .compute(1);
    }
    std::thread([&] {
        for (int round = 0; round < rounds; ++round) {
            rows[4].times.push_back(nanoseconds([&](int) { adopt(contexts[0]); }));
            rows[5].times.push_back(nanoseconds([&](int i) { adopt(contexts[i % 2]); }));
        }
    }).join();
    print(rows);
    proxima::finish();
    std::filesystem::remove_all(run);
}
