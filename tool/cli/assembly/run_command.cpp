#include "assembly/launch.hpp"
#include "assembly/measure_rules.hpp"
#include "assembly/runner.hpp"
#include "commands.hpp"
#include "run/messages.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>

namespace proxima::cli {
namespace {

using namespace assembly;

/// The environment's word on how to measure stands; --output adds to it.
void configure_measurement(const RunVerbOptions& options) {
    const char* const given = std::getenv("PROXIMA");
    if (options.measure.empty() && options.rules.empty() && options.output.empty()) {
        return;
    }
    std::string configuration = given == nullptr ? "" : given;
    if (!options.output.empty()) {
        configuration += (configuration.empty() ? "output=" : ",output=") + options.output;
    }
    setenv("PROXIMA", configuration.empty() ? "on" : configuration.c_str(), 1);
}

MeasureRules rules_of(const RunVerbOptions& options) {
    MeasureRules rules;
    for (const std::string& file : options.rules) {
        read_rules(file, rules);
    }
    for (const std::string& pattern : options.measure) {
        pattern.front() == '!' ? rules.exclude(pattern.substr(1)) : rules.include(pattern);
    }
    return rules;
}

class AssemblyRun {
public:
    AssemblyRun(const RunVerbOptions& options, Launch& launch, Output& output)
        : options_(options), launch_(launch), output_(output) {}

    int run(const Assembly& assembly, const MeasureRules& rules) {
        framework::Framework framework;
        if (!rules.empty()) {
            measure(framework, rules);
        }
        Runner runner(framework, runner_options());
        const int status = runner.run(assembly);
        check_patterns(framework, rules);
        output_.flush();
        return status == 0 && failed_ ? 1 : status;
    }

private:
    RunnerOptions runner_options() {
        RunnerOptions options;
        options.check = options_.check;
        options.path = options_.path;
        options.print = [this](const std::string& line) {
            if (launch_.rank() == 0) {
                output_.write(line + "\n");
                output_.flush(); // what components print comes after it
            }
        };
        options.report_error = [this](const std::string& line) { report(line); };
        return options;
    }

    void report(const std::string& line) {
        failed_ = true;
        if (launch_.rank() == 0) {
            say_line(line);
        }
    }

    void measure(framework::Framework& framework, const MeasureRules& rules) {
        framework.measure(
            [this, &rules](const framework::Connection& connection, framework::PortType type) {
                seen_.push_back({connection, std::string(type)});
                return rules.selects(connection, type);
            },
            [this, &rules](const framework::Connection& connection, framework::PortType type) {
                const std::string message =
                    fmt::format("no proxy of {} is in the component path, so that {} is not "
                                "measured; make one with proxima_add_proxies(... COMPONENTS)",
                                type, to_string(connection));
                if (rules.insists_on(connection, type)) {
                    throw std::runtime_error(message);
                }
                if (launch_.rank() == 0) {
                    say_note(message);
                }
            });
    }

    /// A pattern that nothing matched is a slip; but what is connected at run time may come later.
    void check_patterns(framework::Framework&, const MeasureRules& rules) {
        for (const std::string& pattern : rules.without_match(seen_)) {
            std::string known;
            for (const auto& candidate : seen_) {
                known += (known.empty() ? "" : ", ") + to_string(candidate.connection);
            }
            report(fmt::format("proxima: error: --measure {} matches no connection; there {}",
                               pattern, known.empty() ? "are none" : "are: " + known));
        }
    }

    const RunVerbOptions& options_;
    Launch& launch_;
    Output& output_;
    std::vector<MeasureRules::Candidate> seen_;
    bool failed_ = false;
};

} // namespace

int run_run(const RunVerbOptions& options, Output& output) {
    const MeasureRules rules = rules_of(options);
    if (!options.check) {
        configure_measurement(options);
    }
    Launch launch(options.mpi);
    return launch.guard([&] {
        const Assembly assembly = read_assembly(options.script);
        return AssemblyRun(options, launch, output).run(assembly, rules);
    });
}

} // namespace proxima::cli
