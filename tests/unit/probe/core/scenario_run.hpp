// Runs scenarios, each in a process of its own, and reads what they leave behind.
#pragma once

#include "scenario/port.hpp"
#include "temporary_directory.hpp"

#include <proxima/rundir/call_graph.hpp>
#include <proxima/rundir/record_reader.hpp>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

using scenario::Function;
using scenario::Proxy;

using Arguments = std::vector<std::string>;

// Makes a function a scenario of this program; the function returns the exit status.
struct Scenario {
    Scenario(const char* name, int (*run)(const Arguments&));
};

inline void call_times(Proxy& proxy, int times) {
    for (int n = 0; n < times; ++n) {
        proxy.call(n);
    }
}

// Times in nanoseconds. A path is "outer.call/inner.call".
struct Invocation {
    std::string path;
    std::uint64_t thread = 0;
    double start = 0;
    double duration = 0;
    double communication = 0;
    std::vector<std::uint64_t> words;

    double end() const { return start + duration; }
};

// The content of the files of one thread buffer.
struct Buffer {
    std::vector<Invocation> invocations;
    std::map<std::pair<std::string, int>, proxima::rundir::Durations> statistics; // by path and bin

    std::uint64_t counted_calls() const; // calls in the statistics
};

enum class Expect { whole, losses };

class ScenarioRun {
public:
    // Runs a scenario with PROXIMA="output=run,CONFIGURATION" in a directory of its own.
    explicit ScenarioRun(const Arguments& arguments, const std::string& configuration = "quiet=on");
    // Runs a scenario with this text in PROXIMA (null: without PROXIMA). An empty path means a
    // directory of its own.
    ScenarioRun(const Arguments& arguments, const char* environment,
                const std::filesystem::path& existing_directory);

    int status() const { return status_; } // status as wait() returns it
    bool succeeded() const { return status_ == 0; }
    const std::string& output() const { return output_; } // text on standard error
    bool says(const std::string& text) const { return output_.find(text) != std::string::npos; }
    std::ptrdiff_t lines() const { return std::count(output_.begin(), output_.end(), '\n'); }

    std::filesystem::path directory() const { return directory_; } // where the program ran
    std::filesystem::path run() const { return directory_ / "run"; }
    std::vector<std::string> children() const; // names of the run directories of forked processes
    nlohmann::json info(const std::string& name = "run") const; // run.json
    proxima::rundir::CallGraph graph(const std::string& name = "run") const;
    // Statistics of the call graph by path.
    std::map<std::string, proxima::rundir::Statistics> rows(const std::string& name = "run") const;
    std::vector<Buffer> buffers(const std::string& name = "run",
                                Expect expect = Expect::whole) const;
    std::uint64_t readable() const; // invocations in the buffers, of which others may be lost
    std::vector<Invocation> invocations() const { return buffers().at(0).invocations; }
    std::uint64_t lost() const { return info()["losses"]["invocations"]; }
    std::string loss_reasons() const { return info()["losses"]["reasons"].dump(); }

private:
    void execute(Arguments arguments, const char* environment);

    std::optional<proxima::unit::TemporaryDirectory> own_directory_;
    std::filesystem::path directory_;
    int status_ = -1;
    std::string output_;
};

// Sets an environment variable of the scenarios that run while it lives.
class Environment {
public:
    Environment(const char* name, const std::string& value) : name_(name) {
        ::setenv(name, value.c_str(), 1);
    }
    Environment(const Environment&) = delete;
    Environment& operator=(const Environment&) = delete;
    ~Environment() { ::unsetenv(name_); }

private:
    const char* name_;
};

std::string read_file(const std::filesystem::path& path);
