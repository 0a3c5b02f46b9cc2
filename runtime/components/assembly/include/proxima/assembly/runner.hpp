// Runs or checks an assembly in a framework.
//
//     framework::Framework framework;
//     assembly::RunnerOptions options;
//     options.print = [](const std::string& line) { std::cout << line << '\n'; };
//     options.report_error = [](const std::string& line) { std::cerr << line << '\n'; };
//     assembly::Runner runner(framework, options);
//     const int status = runner.run(assembly::read_assembly("application.rc"));
//     std::cout << status << '\n';
//
// Ownership: the caller owns the framework, in which instances remain after run().
// Errors: run() throws Error, with the message of the exception that a component threw.
#pragma once

#include <proxima/assembly/assembly.hpp>
#include <proxima/assembly/measure_rules.hpp>
#include <proxima/framework/framework.hpp>

#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace proxima::assembly {

struct RunnerOptions {
    bool check = false;            ///< executes all commands but `go`, and continues after errors
    std::vector<std::string> path; ///< directories that precede those of the assembly
    std::function<void(const std::string&)> print; ///< prints answers, line by line
    /// Reports one line per error: each error of a check; in a run, a status other than 0 from
    /// go().
    std::function<void(const std::string&)> report_error;
    /// Receives `file:line: error: subject` before components are called, and an empty text after
    /// they return. If the process ends in between, the text names the component that ended it.
    std::function<void(std::string_view)> doing = [](std::string_view) {};
    /// Reports one line per warning.
    std::function<void(const std::string&)> warn = [](const std::string&) {};
};

/// Tells RunnerOptions::doing, for the duration of a scope, what components are called for.
class Doing {
public:
    Doing(std::function<void(std::string_view)> tell, std::string_view what)
        : tell_(std::move(tell)) {
        tell_(what);
    }
    Doing(const Doing&) = delete;
    Doing& operator=(const Doing&) = delete;
    ~Doing() { tell_({}); }

private:
    std::function<void(std::string_view)> tell_;
};

class Runner {
public:
    Runner(framework::Framework& framework, RunnerOptions options);

    /// Executes the commands. Returns the first exit status of a `go` that is not 0; in a check, 1
    /// if there were errors. Only a check reports commands that could not be parsed; a run ignores
    /// them.
    int run(const Assembly& assembly);

private:
    void execute(const Command& command);
    void warn_about_duplicates(const Command& command);
    void check(const Assembly& assembly);
    bool mentions_broken(const Action& action) const;
    void check_started() const;
    void excuse(const Action& action);
    std::vector<std::string> unconnected(const framework::ComponentId& start) const;

    void apply(const SetPath& path);
    void apply(const Load& load);
    void apply(const Instantiate& made);
    void apply(const Connect& made);
    void apply(const Disconnect& broken);
    void apply(const ShowParameters& shown);
    void apply(const SetParameter& set);
    void apply(const Display& display);
    void apply(const Go& start);
    void apply(const Remove& removed);
    void apply(const Quit&) {}

    framework::ComponentId id(const std::string& instance) const;
    std::string resolved(const std::string& directory) const;
    void print_classes() const;
    void print_instances() const;
    void print_component(const std::string& name) const;
    void print_connections() const;

    framework::Framework& framework_;
    RunnerOptions options_;
    std::string directory_; ///< directory of the assembly's file
    int status_ = 0;
    std::set<std::string> searched_classes_; ///< classes already searched for duplicates
    std::set<std::string> broken_;           ///< in a check: instances that could not be created
    std::set<std::string> excused_;          ///< in a check: uses ports whose connection failed
    bool has_started_ = false;               ///< in a check: there was a `go`
};

} // namespace proxima::assembly
