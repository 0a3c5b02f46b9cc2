#include "assembly/run_command.hpp"

#include "assembly/early_end.hpp"
#include "assembly/launch.hpp"
#include "assembly/replay.hpp"
#include "assembly/static_program.hpp"
#include "shared/messages.hpp"

#include <proxima/assembly/measure_rules.hpp>
#include <proxima/assembly/runner.hpp>
#include <proxima/base/error.hpp>
#include <proxima/base/text.hpp>
#include <proxima/control.hpp>
#include <proxima/detail/ranks.hpp>
#include <proxima/detail/run_facts.hpp>
#include <proxima/online/components.hpp>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <memory>
#include <unistd.h>
#include <utility>

namespace proxima::cli {
namespace {

using namespace assembly;

// The environment's configuration stays; --output adds to it.
void configure_measurement(const RunVerbOptions& options) {
    const char* const given = std::getenv("PROXIMA");
    if (options.measure.empty() && options.output.empty() && options.replay.empty()) {
        return;
    }
    const bool only_replays = given == nullptr && options.measure.empty();
    std::string configuration = given != nullptr ? given : only_replays ? "records=off" : "";
    if (!options.output.empty()) {
        configuration += (configuration.empty() ? "output=" : ",output=") + options.output;
    }
    setenv("PROXIMA", configuration.empty() ? "on" : configuration.c_str(), 1);
}

MeasureRules rules_of(const RunVerbOptions& options) {
    MeasureRules rules;
    for (const std::string& pattern : options.measure) {
        pattern.front() == '!' ? rules.exclude(pattern.substr(1)) : rules.include(pattern);
    }
    return rules;
}

// Adds the fields of an instance: `mesh.max_level`, or `mesh.PORT.max_level` if its port is not
// called `parameters`.
void add_parameters(framework::Framework& framework, const framework::ComponentId& instance,
                    nlohmann::ordered_json& parameters) {
    const auto& builder = framework.builder();
    for (const auto& port : builder.provided_port_names(instance)) {
        if (builder.port_type_name(instance, port) !=
            framework::port_type<framework::ParameterPort>()) {
            continue;
        }
        const auto prefix = instance.name + (port == "parameters" ? "." : "." + port + ".");
        framework.with_port<framework::ParameterPort>(
            instance, port, [&](framework::ParameterPort& fields) {
                for (const auto& field : fields.fields()) {
                    parameters[prefix + field.name] = field.value;
                }
            });
    }
}

// Writes classes and parameters of the instances beside the records, to tell runs of different
// implementations and inputs apart.
void record_components(framework::Framework& framework) {
    if (proxima::detail::run_directory().empty()) {
        return;
    }
    nlohmann::ordered_json classes = nlohmann::ordered_json::object();
    nlohmann::ordered_json parameters = nlohmann::ordered_json::object();
    for (const auto& instance : framework.builder().component_ids()) {
        classes[instance.name] = framework.builder().class_name(instance);
        try {
            add_parameters(framework, instance, parameters);
        } catch (const std::exception& error) {
            say_error("the parameters of " + instance.name + " are not recorded: " + error.what());
        }
    }
    const nlohmann::ordered_json json{
        {"format", 1}, {"classes", classes}, {"parameters", parameters}};
    const auto text = json.dump(1, ' ', false, nlohmann::json::error_handler_t::replace) + '\n';
    if (!proxima::detail::write_run_file("components.json", text)) {
        say_error("models of this run will not name the components' classes");
    }
}

class AssemblyRun {
public:
    AssemblyRun(const RunVerbOptions& options, Launch& launch, text::Output& output)
        : options_(options), launch_(launch), output_(output) {}

    int run(const Assembly& assembly, const MeasureRules& rules) {
        const auto end = [&assembly](framework::Framework* framework) {
            const Error subject({assembly.file, 0}, "the removal of what is left");
            const Doing doing(set_subject_of_early_end, subject.what());
            delete framework;
        };
        const std::unique_ptr<framework::Framework, decltype(end)> framework(
            new framework::Framework, end);
        online::register_components(*framework);
        if (!rules.empty()) {
            measure(*framework, rules);
        }
        Runner runner(*framework, runner_options());
        const int status = runner.run(assembly);
        if (!rules.empty() && launch_.rank() == 0) {
            record_components(*framework);
        }
        check_patterns(rules);
        return status == 0 && failed_ ? status_bad_data : status;
    }

private:
    RunnerOptions runner_options() {
        RunnerOptions options;
        options.check = options_.check;
        options.path = options_.path;
        options.print = [this](const std::string& line) { print(line); };
        options.report_error = [this](const std::string& line) { report(line); };
        options.warn = [this](const std::string& line) { warn(line); };
        options.doing = set_subject_of_early_end;
        return options;
    }

    // The application also runs if its output has no reader.
    void print(const std::string& line) {
        if (launch_.rank() != 0) {
            return;
        }
        flush_output_of_components();
        try {
            output_.write(line + "\n");
            output_.flush(); // later output of components must follow
        } catch (const text::OutputClosed&) {
            output_.discard();
        } catch (const text::OutputFailed& error) {
            output_.discard();
            if (!std::exchange(output_failed_, true)) {
                report(base::error_line("proxima", error));
            }
        }
    }

    // Rank 0 prints for all ranks what they have in common; each rank prints what its go() returns.
    void report(const std::string& line) {
        failed_ = true;
        if (launch_.rank() == 0 || !options_.check) {
            flush_output_of_components();
            say_line(launch_.signed_line(line));
        }
    }

    void warn(const std::string& line) {
        if (launch_.rank() == 0) {
            flush_output_of_components();
            say_line(line);
        }
    }

    void measure(framework::Framework& framework, const MeasureRules& rules) {
        framework.measure(
            [this, &rules](const framework::Connection& connection, framework::PortType type) {
                if (base::matches_glob("proxima::online::*", type)) {
                    return false; // monitors are no part of the application
                }
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

    // A pattern without a match is a typo, unless a component connects at run time.
    void check_patterns(const MeasureRules& rules) {
        for (const std::string& pattern : rules.without_match(seen_)) {
            std::string known;
            for (const auto& candidate : seen_) {
                known += (known.empty() ? "" : ", ") + to_string(candidate.connection);
            }
            failed_ = true;
            if (launch_.rank() == 0) {
                say_error(fmt::format("--measure {} matches no connection; there {}", pattern,
                                      known.empty() ? "are none" : "are: " + known));
            }
        }
    }

    const RunVerbOptions& options_;
    Launch& launch_;
    text::Output& output_;
    std::vector<MeasureRules::Candidate> seen_;
    bool failed_ = false;
    bool output_failed_ = false;
};

// Replaces this process.
[[noreturn]] void run_program(const RunVerbOptions& options) {
    configure("off"); // this process measures nothing
    preload_threads();
    if (is_static_program(options.script)) {
        say_note(options.script + " is a static program, in which nothing can be preloaded: "
                                  "calls on other threads have no caller");
    }
    std::string configuration = "threads=on"; // a program without the library says so
    if (const char* const given = std::getenv("PROXIMA"); given != nullptr && *given != '\0') {
        configuration += "," + std::string(given);
    }
    if (!options.output.empty()) {
        configuration += ",output=" + options.output;
    }
    setenv("PROXIMA", configuration.c_str(), 1);
    std::vector<char*> arguments{const_cast<char*>(options.script.c_str())};
    for (const auto& argument : options.arguments) {
        arguments.push_back(const_cast<char*>(argument.c_str()));
    }
    arguments.push_back(nullptr);
    execvp(options.script.c_str(), arguments.data());
    throw UsageError(options.script + " cannot be run: " + std::strerror(errno));
}

} // namespace

int run_run(const RunVerbOptions& options, text::Output& output) {
    if (options.threads) {
        run_program(options);
    }
    if (!options.arguments.empty()) {
        throw UsageError("a script has no arguments: " + options.arguments.front() +
                         "; --threads runs a program");
    }
    MeasureRules rules = rules_of(options);
    if (!options.replay.empty()) {
        measure_safe_point(options.replay, rules);
    }
    if (!options.check) {
        configure_measurement(options);
    }
    watch_exits();
    Launch launch(options.mpi);
    watch_signals(launch.ranks() > 1 ? launch.rank() : -1);
    return launch.guard([&] {
        Assembly assembly =
            options.check ? read_what_is_readable(options.script) : read_assembly(options.script);
        if (!options.replay.empty()) {
            let_optimizers_replay(options.replay, assembly);
        }
        return AssemblyRun(options, launch, output).run(assembly, rules);
    });
}

} // namespace proxima::cli
