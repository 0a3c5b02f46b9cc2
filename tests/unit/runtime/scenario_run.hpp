// Runs the scenario program in a directory of its own, and reads what it leaves behind.
#pragma once

#include "recorded.hpp"

#include <nlohmann/json.hpp>

#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

struct Row {
    std::uint64_t calls = 0;
    double exclusive = 0;
    double inclusive = 0;
    nlohmann::json all;
};

class ScenarioRun {
public:
    // Runs with PROXIMA="output=run,CONFIGURATION".
    explicit ScenarioRun(const std::vector<std::string>& arguments,
                         const std::string& configuration = "quiet=on");
    // Runs another program, in the same way.
    ScenarioRun(const std::string& program, const std::vector<std::string>& arguments,
                const std::string& configuration);
    // Runs with PROXIMA set to exactly that; not at all if it is null.
    ScenarioRun(const std::vector<std::string>& arguments, const char* environment,
                const std::filesystem::path& existing_directory);
    ScenarioRun(const ScenarioRun&) = delete;
    ScenarioRun& operator=(const ScenarioRun&) = delete;
    ~ScenarioRun();

    int status() const { return status_; } // as of wait()
    bool succeeded() const { return status_ == 0; }
    const std::string& output() const { return output_; } // on standard error

    std::filesystem::path directory() const { return directory_; } // where the program ran
    std::filesystem::path run() const { return directory_ / "run"; }

    std::vector<std::string> children() const; // names of the run directories of forked processes
    nlohmann::json info(const std::string& name = "run") const;  // run.json
    nlohmann::json graph(const std::string& name = "run") const; // callgraph.json
    // The rows of the call graph by path: "outer.call/inner.call".
    std::map<std::string, Row> rows(const std::string& name = "run") const;
    // What was recorded, by thread buffer.
    std::vector<recorded::Buffer> buffers(const std::string& name = "run",
                                          recorded::Expect expect = recorded::Expect::whole) const;

private:
    void execute(const std::string& program, const std::vector<std::string>& arguments,
                 const char* environment);

    std::filesystem::path directory_;
    bool owns_directory_ = true;
    int status_ = -1;
    std::string output_;
};

// Adds a variable to the environment of what runs while it lives.
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

// The checks that every call graph must pass: a tree, unique ids, inclusive = exclusive + children.
void expect_sound(const nlohmann::json& graph);
