#include "help/help.hpp"

namespace proxima::cli {

const char* const report_help =
    R"(Usage: proxima report [RUN] [OPTIONS]

Prints the call tree of a run, the most expensive calls first.

Columns; those that do not fit the width are left out:
  calls       completed invocations
  incl        time inside, the measured calls made from there included
  share       of incl in the time of all roots (summed over threads and ranks)
  excl        time inside, without the measured calls made from there
  min mean max dev   of incl over the invocations; dev is the standard deviation
  added       the part of incl that measuring has added, estimated from the cost
              of a measured call, of reading its counters, and of a call
              of MPI, on the machine of the run: in the middle between that
              of calls where nothing overlaps and that of calls whose work
              hides most of it; the header has both ends
Below a node stand its recorded parameters (the values, or the range and mean)
and what all its invocations have counted, if the run reads counters: with the
measured calls made from there (incl), and without (excl).

Options:
  --depth N         show N levels at most; 1 is the roots only
  --min-share P     leave out what takes less than P percent of the time
  --bins            show calls and times for each size of the first parameter:
                    its power of two, truth value, or enumeration value; exact,
                    also where not every call was recorded
  --connections     also a table of who has spent what on whom: calls by the
                    connection of an assembly (see proxima run)
  --compensate      subtract what measuring has added from all times but dev
                    (and but those in the table of MPI); the header says by
                    how much that can be wrong, `error` how wrong incl can be
                    then, either way, of each node
  --no-parameters   do not read the records (faster on long runs)
  --width N         characters a line; else the terminal's, $COLUMNS, or 80
  --color WHEN      auto, always or never; auto: on terminals without NO_COLOR
  --json            write JSON; times in microseconds, shares from 0 to 1
  -h, --help        this text

Examples:
  proxima report run1
  proxima report --min-share 1 --depth 4
  proxima report --width 140 --color always | less -R
  proxima report --json | jq '.nodes[] | select(.share > 0.1) | .name'
)";

const char* const records_help =
    R"(Usage: proxima records [RUN] [--method NAME]... [--csv | --jsonl] [--stats]

Writes every recorded invocation, one a line: thread by thread, within a thread
in the order in which the invocations ended.

Columns:
  start_ns          from the start of the run
  duration_ns       of the invocation, the calls made from it included
  communication_ns  the part of that spent communicating
  rank, thread      who made the call; thread numbers the threads of a rank
  instance, port, method
  callpath          from the outermost measured call to this one, joined by ';'
and then the parameters, under their own names and with their own types, and the
counters that the run reads, calls made from the invocation included (times in
nanoseconds):
  CSV         one column for each parameter name of the selected methods, empty
              where a method has no such parameter
  JSON lines  each line names the parameters its method has
A parameter with the name of a column above is called parameter.NAME. Times are
whole numbers, so that every reader keeps them exact. Numbers that are not
finite are nan, inf and -inf in CSV and null in JSON. A text that was cut when
it was recorded ends in "...".

Options:
  --method NAME  only this method: port::method, the end of that, or a glob such
                 as '*::eval_*'; may be given several times
  --csv          comma-separated values with a title line (the default)
  --jsonl        one JSON object a line
  --stats        instead of every invocation their number, total time, minimum,
                 mean, maximum and standard deviation, per instance and method:
                 as a table, or with --jsonl one JSON object a line; where not
                 every call was recorded, of all calls, and what share of them
                 was recorded
  -h, --help     this text

Examples:
  proxima records run1 --csv > run1.csv
  proxima records --method eval_f --csv | head
  proxima records --method '*::eval_*' --jsonl | jq .duration_ns
  proxima records run1 --stats
  pandas:  d = pandas.read_csv('run1.csv'); d.groupby('n').duration_ns.mean()
  R:       d <- read.csv('run1.csv'); plot(d$n, d$duration_ns)
)";

const char* const callgraph_help =
    R"(Usage: proxima callgraph [RUN] --dot | --folded | --json [OPTIONS]

Writes the call graph of a run for other tools.

Formats:
  --dot          Graphviz, coloured by share of the time
  --folded       stacks with their exclusive time in whole nanoseconds, as
                 flamegraph.pl, inferno and speedscope read them
  --json         Hatchet's JSON, times in microseconds

Options:
  --depth N      N levels at most; 1 is the roots only
  --min-share P  leave out what takes less than P percent of the time (default:
                 0.5 for --dot, else 0)
  -h, --help     this text

Examples:
  proxima callgraph run1 --dot | dot -Tsvg > graph.svg
  proxima callgraph --folded | flamegraph.pl --countname ns > flame.svg
  proxima callgraph run1 --json > graph.json
  Python:  hatchet.GraphFrame.from_json(open('graph.json').read())
)";

const char* const recover_help =
    R"(Usage: proxima recover [RUN]

Completes the run directory of a program that was killed, crashed, or ended
without exit(): writes callgraph.json, mpi.json, and into run.json what was
counted, from the record files and thread buffers. Every invocation that had
returned is counted there, whatever share of them was recorded; those that were
still open are not. The record files stay as they are. Thread buffers in
/dev/shm move into the run directory: recover such a run on its own machine,
before that restarts. On a complete run, and when repeated, nothing changes.

The other verbs read such a run without this, but go through all its records
each time.

Options:
  -h, --help  this text

Examples:
  proxima recover proxima-run
  for run in proxima-run*; do proxima recover $run; done
)";

} // namespace proxima::cli
