// Carries out an assembly in a framework.
#pragma once

#include <proxima/assembly/assembly.hpp>
#include <proxima/assembly/measure_rules.hpp>
#include <proxima/framework/framework.hpp>

#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace proxima::assembly {

struct RunnerOptions {
    bool check = false;                            ///< all but `go`; goes on after errors
    std::vector<std::string> path;                 ///< before what the assembly says
    std::function<void(const std::string&)> print; ///< answers, whole lines
    /// One line each: of check; of run, what go() returned if it was not 0.
    std::function<void(const std::string&)> report_error;
    /// Told what components are called for, `file:line: error: subject`, and, empty, when they have
    /// returned: if the process ends meanwhile, that is who has ended it.
    std::function<void(std::string_view)> doing = [](std::string_view) {};
    /// One line each: what is no error, but may not be meant.
    std::function<void(const std::string&)> warn = [](const std::string&) {};
};

/// Components are called for `what` as long as this lives.
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

    /// Returns the exit status: that of the first `go` that was not 0; of check, 1 if there were
    /// errors. Throws Error, whose cause may be what a component threw. What is unreadable
    /// in the assembly is reported by check, and not looked at else.
    int run(const Assembly& assembly);

private:
    void execute(const Command& command);
    void look_for_doubles(const Command& command);
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
    std::string directory_; ///< of the assembly's file
    int status_ = 0;
    std::set<std::string> looked_for_; ///< classes whose doubles have been said
    std::set<std::string> broken_;     ///< of check: instances that could not be made
    std::set<std::string> excused_;    ///< of check: uses ports whose connection had an error
    bool has_started_ = false;         ///< of check: there was a `go`
};

} // namespace proxima::assembly
