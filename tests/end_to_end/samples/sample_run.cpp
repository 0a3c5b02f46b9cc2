#include "sample_run.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <memory>
#include <stdexcept>
#include <sys/wait.h>

namespace sample_test {
namespace {

struct PipeCloser {
    int* status;
    void operator()(std::FILE* pipe) const { *status = pclose(pipe); }
};

} // namespace

Outcome run(const std::string& command, const std::filesystem::path& directory,
            const std::string& configuration) {
    const std::string environment =
        configuration.empty() ? "env -u PROXIMA" : "env PROXIMA='" + configuration + "'";
    const std::string line = "cd '" + directory.string() + "' && " + environment + " " + command;
    int wait_status = -1;
    Outcome outcome{};
    {
        const std::unique_ptr<std::FILE, PipeCloser> pipe(popen(line.c_str(), "r"),
                                                          PipeCloser{&wait_status});
        if (!pipe) {
            throw std::runtime_error("cannot run: " + line);
        }
        std::array<char, 4096> buffer{};
        for (std::size_t size = 0;
             (size = std::fread(buffer.data(), 1, buffer.size(), pipe.get())) > 0;) {
            outcome.output.append(buffer.data(), size);
        }
    }
    outcome.status = WIFEXITED(wait_status) ? WEXITSTATUS(wait_status) : -1;
    return outcome;
}

std::filesystem::path fresh_directory() {
    const auto* test = testing::UnitTest::GetInstance()->current_test_info();
    const std::filesystem::path directory =
        std::filesystem::current_path() / "sample_runs" /
        (std::string(test->test_suite_name()) + "." + test->name());
    std::filesystem::remove_all(directory);
    std::filesystem::create_directories(directory);
    return directory;
}

} // namespace sample_test
