// The program `proxima`: parses the command line and runs one verb.
#include "assembly/run_command.hpp"
#include "command_line.hpp"
#include "shared/messages.hpp"

#include <proxima/base/error.hpp>
#include <proxima/control.hpp>

#include <csignal>
#include <exception>
#include <fcntl.h>
#include <unistd.h>

namespace {

using namespace proxima::cli;

// PROXIMA in the environment is for measured programs, not for this tool.
void measure_nothing() {
    proxima::configure("off");
}

int run(int argument_count, const char* const* arguments) {
    proxima::text::Output output(STDOUT_FILENO);
    const auto request = parse_command_line(argument_count, arguments);
    const auto* const command = std::get_if<Verb>(&request);
    if (command == nullptr || !std::any_cast<RunVerbOptions>(&command->options)) {
        measure_nothing();
        std::signal(SIGXFSZ, SIG_IGN); // a limit is reported by write(), as a full disk is
    }
    int status = status_ok;
    if (const auto* text = std::get_if<std::string>(&request)) {
        output.write(*text);
    } else {
        try {
            status = command->run(output);
        } catch (const proxima::base::Error&) {
            output.flush(); // the readable part comes before the error
            throw;
        }
    }
    output.flush();
    return status;
}

// Fills closed standard streams, so later files do not get their numbers. Using a filled stream
// fails.
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
    } catch (const proxima::text::OutputClosed&) {
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
