// Programs that are measured, in a directory of their own.
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <sys/wait.h>

namespace fs = std::filesystem;

struct Outcome {
    int status = -1;
    std::string output; // standard output
};

inline std::string contents(const fs::path& file) {
    std::ostringstream text;
    text << std::ifstream(file).rdbuf();
    return text.str();
}

class Implementations : public testing::Test {
public:
    Implementations() {
        std::string pattern = fs::temp_directory_path() / "proxima-implementations-XXXXXX";
        directory_ = mkdtemp(pattern.data());
    }
    Implementations(const Implementations&) = delete;
    Implementations& operator=(const Implementations&) = delete;
    ~Implementations() override { fs::remove_all(directory_); }

    Outcome run(const std::string& command) const {
        const std::string line = "cd " + directory_.string() + " && " + command + " >out 2>err";
        const int status = std::system(line.c_str()); // NOLINT(cert-env33-c)
        return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, contents(directory_ / "out")};
    }
    Outcome run_with(const std::string& environment, const std::string& arguments = "") const {
        return run("env -u PROXIMA -u PROXIMA_MEASUREMENT " + environment + " " +
                   PROXIMA_INSTRUMENTED + arguments);
    }
    std::string said() const { return contents(directory_ / "err"); }
    fs::path file(const std::string& name) const { return directory_ / name; }

private:
    fs::path directory_;
};

// What PROXIMA_INSTRUMENTED says, whatever measures it.
inline constexpr const char* answer =
    "31.520071449340 3.141600986923 the answer is not changed by exceptions either\n";
inline constexpr const char* overlap =
    "proxima: timers overlap: \"first\" is stopped while \"second\", started inside of it, still "
    "runs: both end here\n";
