// How long adding to a knowledge base takes, and how large it gets: a million rows of statistics,
// in several shapes, and then the same beside a million others.
//
//     proxima_bench_knowledge [ROWS]
#include <proxima/knowledge/knowledge_base.hpp>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <string>
#include <unistd.h>

namespace {

using namespace proxima::knowledge;

Trial empty_trial(const std::string& name) {
    Trial trial;
    trial.name = trial.identity = name;
    trial.machine = this_machine();
    trial.metrics = {{"time", "us"}, {"communication", "us"}};
    trial.threads = {{-1, -1, true}};
    return trial;
}

ParameterRange number(const char* name, std::size_t value) {
    const auto size = static_cast<double>(value);
    return {name, size, size, std::to_string(value)};
}

void add_timer(Trial& trial) {
    const auto number = std::to_string(trial.timers.size());
    trial.timers.push_back({"c" + number + ".f",
                            "c" + number,
                            "C" + number,
                            "Port",
                            "f",
                            "void f(int, int)",
                            {{"n", "int"}, {"m", "int"}}});
    trial.call_paths.push_back({trial.timers.size() - 1, CallPath::no_parent, {}});
}

/// `methods` methods, each with `rows` combinations of two parameters.
Trial statistics(const std::string& name, std::size_t methods, std::size_t rows) {
    auto trial = empty_trial(name);
    for (std::size_t method = 0; method < methods; ++method) {
        add_timer(trial);
        for (std::size_t i = 0; i < rows; ++i) {
            const auto time = static_cast<double>(i + method) * 0.1;
            trial.statistics.push_back({method,
                                        {number("n", i / 100), number("m", i % 100)},
                                        4,
                                        4 * time,
                                        4 * time * time + 1,
                                        time - 1,
                                        time + 1,
                                        0.0});
        }
    }
    return trial;
}

/// A call graph of `nodes` nodes.
Trial call_paths(const std::string& name, std::size_t nodes) {
    auto trial = empty_trial(name);
    add_timer(trial);
    for (std::size_t i = 1; i < nodes; ++i) {
        trial.call_paths.push_back({0, (i - 1) / 4, {}});
    }
    for (std::size_t i = 0; i < nodes; ++i) {
        trial.call_data.push_back({i, 0, 7, 4, 1, 3, 2, 0.5, {{14, 7}, {0, 0}}});
    }
    return trial;
}

void measure(KnowledgeBase& base, const std::filesystem::path& file, const char* what,
             const Trial& trial) {
    const auto start = std::chrono::steady_clock::now();
    const auto processor = std::clock();
    base.add(trial);
    const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - start;
    std::printf("%-52s %7.2f s %7.2f s %8.0f MB\n", what, wall.count(),
                static_cast<double>(std::clock() - processor) / CLOCKS_PER_SEC,
                static_cast<double>(std::filesystem::file_size(file)) / 1e6);
}

} // namespace

int main(int argument_count, char** arguments) {
    const std::size_t rows =
        argument_count > 1 ? static_cast<std::size_t>(std::atoll(arguments[1])) : 1'000'000;
    const auto directory =
        std::filesystem::temp_directory_path() / ("proxima-bench-" + std::to_string(::getpid()));
    std::filesystem::create_directory(directory);
    const auto file = directory / "bench.kb";
    std::printf("%zu rows each, one after another into one base\n", rows);
    std::printf("%-52s %9s %9s %11s\n", "", "wall", "processor", "base");
    {
        auto base = KnowledgeBase::open_or_create(file);
        const std::size_t few = 1000;
        measure(base, file, "1000 combinations of parameters of many methods",
                statistics("a", rows / few, few));
        measure(base, file, "the same of another run", statistics("b", rows / few, few));
        measure(base, file, "one method, each row another combination", statistics("c", 1, rows));
        measure(base, file, "the same of another run", statistics("d", 1, rows));
        measure(base, file, "a run that is there already", statistics("d", 1, rows));
        measure(base, file, "nodes of a call graph", call_paths("e", rows));
    }
    std::filesystem::remove_all(directory);
    return EXIT_SUCCESS;
}
