// `proxima`: what a user runs on a run directory.
#include "command_line.hpp"
#include "run/messages.hpp"

#include <proxima/base/error.hpp>
#include <proxima/control.hpp>

#include <csignal>
#include <exception>
#include <fcntl.h>
#include <unistd.h>

namespace {

using namespace proxima::cli;

struct Runner {
    Output& output;

    int operator()(const ReportOptions& options) { return run_report(options, output); }
    int operator()(const RecordsOptions& options) { return run_records(options, output); }
    int operator()(const CallGraphOptions& options) { return run_callgraph(options, output); }
    int operator()(const ConvertOptions& options) { return run_convert(options, output); }
    int operator()(const DiffOptions& options) { return run_diff(options, output); }
    int operator()(const PruneOptions& options) { return run_prune(options, output); }
    int operator()(const SelectOptions& options) { return run_select(options, output); }
    int operator()(const RecoverOptions& options) { return run_recover(options, output); }
    int operator()(const RunVerbOptions& options) { return run_run(options, output); }
    int operator()(const AssemblyOptions& options) { return run_assembly_verb(options, output); }
    int operator()(const FitOptions& options) { return run_fit(options, output); }
    int operator()(const KbOptions& options) { return run_kb(options, output); }
    int operator()(const StudyOptions& options) { return run_study(options, output); }
    int operator()(const PredictOptions& options) { return run_predict(options, output); }
    int operator()(const AttributeOptions& options) { return run_attribute(options, output); }
    int operator()(const CalibrateOptions& options) { return run_calibrate(options, output); }
    int operator()(const ViewOptions& options) { return run_view(options, output); }
    int operator()(const TopOptions& options) { return run_top(options, output); }
    int operator()(const NodeOptions& options) { return run_node(options, output); }
    int operator()(const NodesOptions& options) { return run_nodes(options, output); }
};

/// What the environment wants is meant for measured programs; after an error nobody misses it.
void measure_nothing() {
    proxima::configure("off");
}

int run(int argument_count, const char* const* arguments) {
    Output output(STDOUT_FILENO);
    const auto request = parse_command_line(argument_count, arguments);
    const auto* const command = std::get_if<Command>(&request);
    if (command == nullptr || !std::holds_alternative<RunVerbOptions>(*command)) {
        measure_nothing();
        std::signal(SIGXFSZ, SIG_IGN); // a limit is reported by write(), as a full disk is
    }
    int status = status_ok;
    if (const auto* text = std::get_if<std::string>(&request)) {
        output.write(*text);
    } else {
        try {
            status = std::visit(Runner{output}, std::get<Command>(request));
        } catch (const proxima::base::Error&) {
            output.flush(); // what was readable is given before the error is said
            throw;
        }
    }
    output.flush();
    return status;
}

/// Where one is closed, no file that is opened later is to be taken for it: using it fails.
void reserve_standard_files() {
    for (const int file : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
        if (fcntl(file, F_GETFD) == -1) {
            [[maybe_unused]] const int opened =
                open("/dev/null", file == STDIN_FILENO ? O_WRONLY : O_RDONLY);
        }
    }
}

} // namespace

int main(int argument_count, char** arguments) {
    reserve_standard_files();
    std::signal(SIGPIPE,
                SIG_IGN); // a closed pipe is reported by write(), and ends the program quietly
    try {
        return run(argument_count, arguments);
    } catch (const OutputClosed&) {
        return status_ok;
    } catch (const UsageError& error) {
        measure_nothing();
        say_error(error.what());
        return status_usage;
    } catch (const std::exception& error) {
        measure_nothing();
        say_line(proxima::base::error_line("proxima", error));
        return status_bad_data;
    }
}
