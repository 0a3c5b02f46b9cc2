#include "argument_checks.hpp"
#include "commands.hpp"
#include "interruption.hpp"
#include "run/messages.hpp"
#include "top/screen.hpp"
#include "top/sources.hpp"
#include "top/write_top.hpp"

#include <CLI/CLI.hpp>

#include <optional>

namespace proxima::cli {
namespace {

constexpr const char* description =
    R"(The busiest methods of a running program, refreshed every second; q ends.

TARGET is a run directory, the number of a process that records a run, or the
address of a PerformanceMonitor (HOST:PORT, unix:FILE); without it the newest
proxima-run* in the current directory. A run that has ended is shown, too.

Columns; those that do not fit the width are left out:
  self      time inside since the last refresh, without measured calls made
            from there: share of the time of all threads
  incl      the same with those calls
  calls/s   calls that ended, in a second
  mean now  what these took on average
  mean      since the start
  calls     since the start
  MPI       of programs with MPI: the part of incl that was spent there
  imbal     what the rank with the most has computed there exceeds the mean of
            all ranks by so much
The first table, and that of --once, is of all since the start. Run directories
know nothing of calls that are still open, monitors do. Below stand routines of
MPI and the newest of attention.json and decisions.json.)";

constexpr const char* examples = R"(Examples:
  proxima top
  proxima top run1 --once
  proxima top $(pgrep simulation)
  proxima top 127.0.0.1:9464
  proxima top run1 --json | jq '.methods[0].name')";

int say_problems(const Sample& sample) {
    for (const auto& problem : sample.problems) {
        say_line(problem);
    }
    return sample.problems.empty() ? status_ok : status_bad_data;
}

} // namespace

void add_top(CLI::App& verb, TopOptions& options) {
    verb.description(description);
    verb.footer(examples);
    verb.add_option("TARGET", options.target,
                    "a run directory, the number of a process, or the address of a monitor")
        ->type_name("");
    verb.add_option("--interval", options.seconds, "seconds from one refresh to the next (1)")
        ->type_name("SECONDS")
        ->check(check_refresh);
    verb.add_flag("--once", options.once,
                  "write one table and end, as when the output is no terminal");
    verb.add_flag("--json", options.json,
                  "the same as JSON; times in microseconds, shares from 0 to 1");
}

int run_top(const TopOptions& options, Output& output) {
    const auto source = make_top_source(options.target);
    auto whole = source->look();
    if (options.json) {
        write_top_json({source->name(), whole, whole}, output);
        output.flush();
        return say_problems(whole);
    }
    if (options.once || !Screen::is_there()) {
        write_top_table({source->name(), whole, whole}, 0,
                        standard_output_terminal(0, ColorChoice::automatic), output);
        output.flush();
        return say_problems(whole);
    }
    const Interruption interruption;
    const Screen screen;
    auto recent = whole;
    do {
        Screen::begin_page();
        write_top_table({source->name(), whole, recent}, Screen::height() - 1,
                        standard_output_terminal(0, ColorChoice::automatic), output);
        output.flush();
        Screen::end_page();
        if (!Screen::wait(options.seconds)) {
            break;
        }
        auto now = source->look();
        recent = now.is_final ? now : now - whole;
        whole = std::move(now);
    } while (true);
    return status_ok;
}

} // namespace proxima::cli
