#include "measured_process.hpp"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <iostream>
#include <string>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

using namespace proxima::measurement;

namespace {

std::filesystem::path temporary_directory;

std::filesystem::path make_temporary_directory() {
    std::string pattern = std::filesystem::temp_directory_path() / "proxima-measurement-XXXXXX";
    if (mkdtemp(pattern.data()) == nullptr) {
        std::cerr << "cannot make " << pattern << '\n';
        std::exit(EXIT_FAILURE);
    }
    return pattern;
}

// Removes the directory when the process that measures has ended.
int wait_and_remove(pid_t child) {
    int status = 0;
    waitpid(child, &status, 0);
    std::filesystem::remove_all(temporary_directory);
    return WIFEXITED(status) ? WEXITSTATUS(status) : EXIT_FAILURE;
}

} // namespace

std::filesystem::path run_directory() {
    return temporary_directory / "run";
}

void sleep_milliseconds(int milliseconds) {
    std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds));
}

Values values_of(const std::string& timer, const std::string& counter) {
    const TimerData data = measurement().create_query()->timer_data({timer});
    const auto& names = data.counter_names;
    const auto column =
        static_cast<std::size_t>(std::find(names.begin(), names.end(), counter) - names.begin());
    return {data.inclusive.at(0).at(column), data.exclusive.at(0).at(column), data.calls.at(0),
            data.child_calls.at(0)};
}

bool has_run(const std::string& timer) {
    const auto names = measurement().create_query()->timer_names();
    return std::find(names.begin(), names.end(), timer) != names.end();
}

int main(int argc, char** argv) {
    testing::InitGoogleTest(&argc, argv);
    if (GTEST_FLAG_GET(list_tests)) {
        return RUN_ALL_TESTS();
    }
    temporary_directory = make_temporary_directory();
    if (const pid_t child = fork(); child != 0) {
        return wait_and_remove(child);
    }
    const std::string chosen =
        PROXIMA_MEASURING_LIBRARY
        ":quiet=on,counters=THREAD_CPU_TIME;PROCESS_CPU_TIME;PAGE_FAULTS,output=" +
        run_directory().string();
    setenv("PROXIMA_MEASUREMENT", chosen.c_str(), 1);
    return RUN_ALL_TESTS();
}
