#include "scenario.hpp"

#include <cstdio>

int main(int count, char** arguments) {
    scenario::Scenarios scenarios;
    scenario::add_account(scenarios);
    scenario::add_calls(scenarios);
    scenario::add_counters(scenarios);
    scenario::add_endings(scenarios);
    scenario::add_mpi_calls(scenarios);
    scenario::add_processes(scenarios);
    scenario::add_threads(scenarios);
    scenario::add_transparency(scenarios);
    scenario::add_trouble(scenarios);
    const auto found = scenarios.find(count > 1 ? arguments[1] : "");
    if (found == scenarios.end()) {
        std::fputs("usage: proxima_test_scenario NAME [ARGUMENT...]\n", stderr);
        return 2;
    }
    return found->second(scenario::Arguments(arguments + 2, arguments + count));
}
