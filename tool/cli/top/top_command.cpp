#include "top/top_command.hpp"

#include "shared/argument_checks.hpp"
#include "shared/interruption.hpp"
#include "shared/load_run.hpp"
#include "shared/messages.hpp"
#include "top/screen.hpp"
#include "top/write_top.hpp"

#include <proxima/live/source.hpp>

#include <CLI/CLI.hpp>

#include <deque>

namespace proxima::cli {
namespace {

constexpr const char* top_description =
    R"(Shows the busiest methods of a running program, once a second; q ends.

TARGET is a run directory, the number of a process that records a run, or the
address of a PerformanceMonitor (HOST:PORT, unix:FILE); without it the newest
proxima-run* in the current directory. The run may have ended.

Columns; a narrow terminal leaves some out:
  excl      time in the method without the measured methods that it calls, since
            the last refresh, or longer where calls take long: share of the
            elapsed time of the threads that called it (of all threads, if the
            target is an address)
  incl      the same with the methods that it calls
  calls/s   calls that ended in a second
  mean now  mean time of these calls
  mean      mean time since the start
  calls     calls since the start
  expected  time of recent calls as a multiple of what models expect; of a
            monitor that is connected to a PerformanceKnowledge
  MPI       the part of incl that was spent in MPI
  imbal     computation of the slowest rank above the mean of all ranks
The first table, and that of --once, covers the whole run. Run directories do
not know open calls, monitors do. Below the table stand routines of MPI and the
newest events of attention.json and decisions.json.)";

constexpr const char* top_examples = R"(Examples:
  proxima top
  proxima top run1 --once
  proxima top $(pgrep simulation)
  proxima top 127.0.0.1:9464
  proxima top run1 --json | jq '.methods[0].name')";

// The latest looks, to find the beginning of the time that a table covers.
class Looks {
public:
    // The work since the last look, or since an earlier one if calls take long.
    live::LiveSample until(const live::LiveSample& now) {
        constexpr std::size_t most = 60;
        constexpr std::size_t most_activities = 100'000;
        const double needed = now.needed_us();
        auto begin = looks_.rbegin();
        while (begin != looks_.rend() && now.elapsed_us - begin->elapsed_us < needed) {
            ++begin;
        }
        auto recent = begin == looks_.rend() ? now : now - *begin;
        looks_.push_back(now);
        activities_ += activities_of(now);
        while (looks_.size() > most || (looks_.size() > 1 && activities_ > most_activities)) {
            activities_ -= activities_of(looks_.front());
            looks_.pop_front();
        }
        return recent;
    }

private:
    static std::size_t activities_of(const live::LiveSample& look) {
        return look.methods.size() + look.routines.size();
    }

    std::deque<live::LiveSample> looks_;
    std::size_t activities_ = 0; // of all looks: a run of a stranger may have many
};

int say_problems(const live::LiveSample& sample) {
    for (const auto& problem : sample.problems) {
        say_line(problem);
    }
    return sample.problems.empty() ? status_ok : status_bad_data;
}

} // namespace

void add_top(CLI::App& verb, TopOptions& options) {
    verb.description(top_description);
    verb.footer(top_examples);
    add_option(verb, "TARGET", "", options.target,
               "a run directory, the number of a process, or the address of a monitor");
    add_option(verb, "--token", "FILE", options.token,
               "file of the token of a monitor on another host (that of this host)");
    add_option(verb, "--interval", "SECONDS", options.seconds,
               "seconds from one refresh to the next (1)")
        ->check(check_refresh);
    verb.add_flag("--once", options.once,
                  "write one table and end, as when the output is no terminal");
    verb.add_flag("--json", options.json,
                  "the same as JSON; times in microseconds, shares from 0 to 1");
}

int run_top(const TopOptions& options, text::Output& output) {
    const auto source = options.target.empty()
                            ? live::open_run_source(open_run(""))
                            : live::open_live_source(options.target, options.token);
    auto whole = source->look();
    if (options.json) {
        write_top_json({source->name(), whole, whole}, output);
        output.flush();
        return say_problems(whole);
    }
    if (options.once || !Screen::is_there()) {
        write_top_table({source->name(), whole, whole}, 0,
                        text::standard_output_terminal(0, text::ColorChoice::automatic), output);
        output.flush();
        return say_problems(whole);
    }
    const Interruption interruption;
    const Screen screen;
    Looks looks;
    looks.until(whole);
    auto recent = whole;
    do {
        Screen::begin_page();
        write_top_table({source->name(), whole, recent}, Screen::height() - 1,
                        text::standard_output_terminal(0, text::ColorChoice::automatic), output);
        output.flush();
        Screen::end_page();
        if (!Screen::wait(options.seconds)) {
            break;
        }
        whole = source->look();
        recent = whole.is_final ? whole : looks.until(whole);
    } while (true);
    return status_ok;
}

} // namespace proxima::cli
