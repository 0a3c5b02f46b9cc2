// The options and the help of `proxima report`.
#include "report/report_command.hpp"
#include "shared/argument_checks.hpp"

#include <CLI/CLI.hpp>

namespace proxima::cli {
namespace {

constexpr const char* report_description =
    R"(The call tree and the methods that take most time: calls, times, parameters.

Columns, as many as fit the width:
  calls             completed invocations
  incl              time in the method and the measured methods it calls
  of run            share of the elapsed time of the threads that called it: of
                    the run's, for what one thread calls (of each rank's)
  excl              time in the method itself; ~ before incl and excl: estimated,
                    because some calls were counted only (see `records`)
  comm              communication, a part of incl
  least most imbal  computation (incl without comm) of the rank with the least
                    and of the rank with the most; imbal: how far the most
                    exceeds the mean of all ranks
  min mean max dev  of incl over the invocations; dev: standard deviation
  added             estimated measuring overhead in incl
--by thread has a row for each thread: shares are of its own life, from its
creation to its end or that of the run; `on CPU` and `ready` (runnable, but
without a processor) are the system's account of it. The spread of a method is
that over the threads which call it.

If the duration is unknown because the process was killed, shares are "of
calls": of all measured calls. Below each node are its recorded parameters (the
values, or their range and mean) and its counters, if the run reads counters.
The table of MPI routines has their time, waiting included; for nonblocking
operations also how long they were in flight, and the share of that hidden by
computation. The next one has the method that calls them; the call tree has the
routines that take 0.5 % of the run below the call path that calls them, and all
with --all. Findings of sensors and decisions of an Optimizer follow.

--resources adds a table of what the methods spent excl on, estimated from the
methods active between the samples in NODES (`proxima nodes collect -o NODES`):
  cpu   a processor worked; above 100% where other threads helped
  disk  disks were busy or caused waiting (pressure), weighted by the
        application's share of the bytes
  net   communication, if MPI was measured (exact, of the whole run; an MPI that
        polls meanwhile counts in cpu, too); else traffic without loopback, at
        the net_rate of --platform
  taken waiting for a processor that others or the hypervisor had
  rest  none of these: sleep, locks, answers of other processes
  +-    the largest error of the five, at 95% confidence
Sample with --pid or --cgroup of the application. Methods that are always active
together cannot be told apart: their +- is large.)";

constexpr const char* report_examples = R"(Examples:
  proxima report run1
  proxima report --min-share 1 --depth 4
  proxima report --flat
  proxima report --by rank
  proxima report run1 --flat --resources nodes1
  proxima report run1 --inside flux.compute
  proxima report --width 140 --color always | less -R
  proxima report --json | jq '.nodes[] | select(.share > 0.1) | .name')";

} // namespace

void add_report(CLI::App& verb, ReportOptions& options) {
    verb.description(report_description);
    verb.footer(report_examples);
    add_run_argument(verb, options.run);
    add_filter(verb, options.filter, "0.5 of the measured calls; for --json 0");
    verb.add_flag(
        "--all", options.all,
        "all nodes, methods, MPI routines, partners and swaps, also those that take little");
    verb.add_flag("--flat", options.flat, "only the methods, without call tree and MPI");
    add_choice<ReportBy>(
        verb, "--by", "WHAT", {{"rank", ReportBy::rank}, {"thread", ReportBy::thread}}, options.by,
        "rank or thread: the work of each, and how the methods are spread over them");
    verb.add_flag(
        "--bins", options.bins,
        "calls and times by the size of the first parameter (power of two, truth value or "
        "enumeration value), also where only some calls were recorded");
    verb.add_flag("--connections", options.connections,
                  "also calls and times of each connection of an assembly (see proxima run)");
    verb.add_flag_callback(
        "--no-parameters", [&options] { options.parameters = false; },
        "do not read the records; faster on long runs");
    add_option(verb, "--inside", "METHOD", options.inside,
               "instead: functions, lines and libraries below a method, such as flux.compute or "
               "`*`, from the samples of a run with PROXIMA=sample=1ms");
    verb.add_flag("--pack", options.pack,
                  "instead: keep the names and source lines of the samples in RUN, so that it can "
                  "be read on other machines");
    auto* resources = add_option(verb, "--resources", "NODES", options.resources.nodes,
                                 "also what the methods spent their time on, from the samples of "
                                 "`proxima nodes sample` in NODES");
    add_nodes(verb, options.resources.names)->needs(resources);
    add_option(verb, "--platform", "FILE", options.resources.platform,
               "platform with the net_rate, for net if MPI was not measured (see proxima nodes "
               "calibrate)")
        ->needs(resources);
    add_width(verb, options.width);
    add_choice<text::ColorChoice>(verb, "--color", "WHEN",
                                  {{"auto", text::ColorChoice::automatic},
                                   {"always", text::ColorChoice::always},
                                   {"never", text::ColorChoice::never}},
                                  options.color,
                                  "auto, always or never; auto: on terminals without NO_COLOR");
    verb.add_flag("--json", options.json, "write JSON; times in microseconds, shares from 0 to 1");
}

} // namespace proxima::cli
