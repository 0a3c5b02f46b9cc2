#include "help.hpp"

namespace proxima::cli {

const char* const overview_help =
    R"(Usage: proxima VERB [RUN | SCRIPT] [OPTIONS]

Says where the time of a measured run went. A program built with proxies made by
proxima-gen leaves a run directory when it runs with PROXIMA=on in its
environment. RUN is that directory, or a file in it; without RUN the newest
proxima-run* in the current directory is taken.

Verbs:
  report      the call tree: who called what, how often, for how long
  records     every recorded invocation and its parameters, as CSV or JSON lines
  callgraph   the call graph for Graphviz, flame graphs and Hatchet
  prune       the core of a run: what is left without insignificant branches
  select      which implementation of each component to take
  recover     complete the run directory of a program that was killed
  run         assemble components as a script says, and run them, measured
  assembly    draw an assembly, or write it in another format
  fit         models of how the time of each method grows with its parameters
  kb          the knowledge base: runs, models and decisions, to be asked later
  study       run an application with many parameters and implementations, fit
              models, and find the best assembly

Options:
  -h, --help  this text; `proxima VERB --help` says more about a verb
  --version   the version of this program

Examples:
  PROXIMA=on ./simulation               measure, into proxima-run
  proxima report                        the call tree of that run
  proxima records --csv > records.csv   every invocation, for pandas or R
  proxima callgraph --dot | dot -Tsvg > graph.svg
  proxima run hydro.rc --measure all    run components, every port measured
  proxima fit run1 run2 -o models.json  how each method scales
  proxima kb add run1 run2 models.json  keep them for later

Exit status: 0 all is well; 1 the run cannot be read, or not completely (what
can be read is written); 2 the command line is wrong.
)";

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

const char* const prune_help =
    R"(Usage: proxima prune [RUN] [OPTIONS]

Finds the core of a run: the part of its call graph that is worth optimizing.
From the roots down, for each node J that is kept:
  if its children together take less than the share alpha of J's inclusive time,
  all of them are dropped; else each child that takes less than beta times the
  mean of them. With a node goes everything below it.
So a node that only calls others stays for their sake, and fifteen equal
children stay though each is small. A ratio exactly at a threshold keeps. The
roots count as children of the run. (The rule is that of Trebon et al., 2005.)

Says what the core is, what was dropped and for which threshold, how much time
and improvement the dropped part can hold at most, and what other thresholds
would keep. An instance may be kept in one place and dropped in another.

Options:
  --alpha A      from 0 (drops nothing) to below 1; default 0.1
  --beta B       the same
  --by-instance  one node for all that a node calls of one instance, whichever
                 method
  --rows N       show N nodes of the core at most; default 40
  --width N      characters a line; else the terminal's, $COLUMNS, or 80
  --json         write JSON; times in microseconds, shares from 0 to 1
  --dot          write Graphviz; dropped branches are shaded
  -h, --help     this text

Examples:
  proxima prune run1
  proxima prune run1 --alpha 0.05 --beta 0.05
  proxima prune run1 --by-instance --dot | dot -Tsvg > core.svg
  proxima prune run1 --json | jq '.graph[] | select(.fate == "kept") | .name'
)";

const char* const select_help =
    R"(Usage: proxima select SELECTION [RUN] [OPTIONS]
       proxima select --assembly FILE [SELECTION] [RUN] --models FILE [OPTIONS]
       proxima select PROBLEM.wcsp [--alternatives N] [--seconds S] [--json]

Finds the assembly that takes least time: one implementation for each instance.
SELECTION is a file that names families of implementations that may replace one
another, and models of what they cost (runtime/model/FORMAT.md). What there is
to do comes from the run: how often each instance was called, with which
parameters, in the core of its call graph (see proxima prune).

With --assembly families are found: every component class in the component path
that provides what an instance provides to its users, and needs no more than the
assembly connects, may take its place, if it has a model that is called like it
(proxima fit --implementation CLASS). Families of the selection go before.

  {"format": 1,
   "models": ["models.json"],
   "families": [{"name": "flux", "implementations": [
                  "Godunov",
                  {"name": "EFM", "class": "ns::EFM", "quality": {"accuracy": 1}}]},
                {"name": "states", "instances": ["left", "right"],
                 "implementations": ["StatesA", "StatesB"]}],
   "interactions": [{"between": ["flux", "left"],
                     "costs": [{"of": ["EFM", "StatesB"], "us_per_call": 3}]}],
   "quality": {"accuracy": {"combine": "worst", "at_least": 1}}}

A "workload" in the file stands for a run that there is not. A PROBLEM.wcsp is a
weighted constraint satisfaction problem of a public collection, which the same
solver solves.

Says the assembly, its predicted time with an interval, whether it is proven to
be the best, what comes next and how probable it is that this is better in
truth, which measurement would make that more certain, and whether pruning
could have changed the answer.

Options:
  --assembly FILE    the assembly that was run, a script or JSON
  --path DIR         look for components here first; may be given several times
  --models FILE      more models; may be given several times
  --interactions-from RUN=ASSEMBLY   a run of an assembly; to be given at least
                     twice: what implementations cost together is
                     measured as what their time exceeds the models by. ASSEMBLY
                     is the script that was run, or flux:EFM,states:StatesB
  --write-interactions FILE   write them, for "interactions_from" of selections
  --alpha A, --beta B  thresholds of pruning, 0.1 each
  --whole            do not prune
  --sigmas K         minimise the mean and K standard deviations
  --quantile Q       minimise the time that a share Q of the runs stays below
  --require TEXT     'accuracy>=2' or 'error<=0.1'; may be given several times
  --front            all trade-offs between time and up to two qualities
  --strict           refuse inputs outside of what models were fitted to; else
                     they are said, and the interval is wider
  --alternatives N   show N of the next best; default 3
  --seconds S        give the best found after S seconds, with its gap; 60
  --write-script NEW write the assembly with the chosen classes (as JSON if NEW
                     ends in .json), without the parameters and connections that
                     a new class does not have, if that would run
  --script FILE      the script that NEW is made of if there is no --assembly:
                     its `instantiate CLASS INSTANCE` lines get the classes
  --json             write JSON; times in microseconds
  -h, --help         this text

Examples:
  proxima select selection.json run1
  proxima select selection.json run1 --quantile 0.95 --require 'accuracy>=2'
  proxima select selection.json --json | jq '.assembly | map(.implementation)'
  proxima select selection.json run1 --interactions-from run1=a.rc \
      --interactions-from run2=b.rc
  proxima select --assembly app.rc run1 --models m.json --write-script best.rc
)";

const char* const recover_help =
    R"(Usage: proxima recover [RUN]

Completes the run directory of a program that was killed, crashed, or ended
without exit(): writes callgraph.json, and into run.json what was counted, from
the record and ring files. Every invocation that had returned is counted there,
whatever share of them was recorded; those that were still open are not. The
record files stay as they are. On a complete run, and when repeated, nothing
changes. profile.json and events.json of code instrumented by hand cannot be
made again, which is said.

The other verbs read such a run without this, but go through all its records
each time.

Options:
  -h, --help  this text

Examples:
  proxima recover proxima-run
  for run in proxima-run*; do proxima recover $run; done
)";

const char* const run_help =
    R"(Usage: proxima run SCRIPT [OPTIONS]

Does what a script says: loads components from shared libraries, connects their
ports and starts the assembly. Started by mpirun it does so on every rank, with
MPI initialised before the first component is made.

A script has a command a line; `#` and `!` start comments:
  path init                      the directories of $PROXIMA_COMPONENT_PATH
  path append|prepend|set DIR    where libCLASS.so are; relative to the script
  repository get-global CLASS    load a component
  instantiate CLASS INSTANCE     make an instance (it loads its class, too)
  connect USER USESPORT PROVIDER PROVIDESPORT
  disconnect USER USESPORT PROVIDER PROVIDESPORT
  parameters INSTANCE PORT [FIELD [VALUE]]     show parameters, or set one
  go INSTANCE PORT               run
  remove INSTANCE
  display palette|arena|component INSTANCE|chain, repository list
  quit
A name that ends in .json is read as JSON; `proxima assembly --json` shows how
that looks.

Options:
  --check           do everything but `go`: are the libraries, ports, types and
                    parameters as they must be? Says all errors there are, or
                    how many instances and connections are right
  --measure WHAT    put a proxy into these connections, and measure; repeatable,
                    of several that match the last decides, `!WHAT` excludes.
                      all            every connection, and the Go port
                      flux           what instance flux provides
                      'flux.*'       the same; flux.compute is one port
                      'driver -> *'  what instance driver uses
                      'hydro::*'     ports by their type
                    The proxies are made by proxima_add_proxies(... COMPONENTS);
                    their library must be in the path
  --rules FILE      the same from a file: lines `include WHAT`, `exclude WHAT`
  -o, --output DIR  the run directory; $PROXIMA says the rest (default: on)
  --path DIR        look for components here first; repeatable
  --mpi WHICH       openmpi, mpich, a plug-in's file, or none; without it, that
                    whose mpirun has started this process
  -h, --help        this text

Examples:
  proxima run --check hydro.rc
  proxima run hydro.rc --measure all -o run1 && proxima report run1
  proxima run hydro.rc --measure 'flux.*' --measure '!* -> flux.other'
  mpirun -n 4 proxima run hydro.rc --measure all

Exit status: what go() returned, 255 if that is not in 0 to 255; 1 after an error,
or if a component has called exit(0); 2 the command line is wrong.
)";

const char* const assembly_help =
    R"(Usage: proxima assembly SCRIPT --dot | --json | --rc

Writes an assembly as something else, without loading its components.

Formats:
  --dot       the wiring diagram for Graphviz: an arrow leads from the user of a
              port to its provider
  --json      JSON
  --rc        a script
  -h, --help  this text

Examples:
  proxima assembly hydro.rc --dot | dot -Tsvg > hydro.svg
  proxima assembly hydro.rc --json > hydro.json
)";

const char* const fit_help =
    R"(Usage: proxima fit [RUN]... [OPTIONS]

Fits models to the records of one or many runs: how mean and standard deviation
of the time of a method depend on its recorded parameters. A RUN may also be a
file of measurements in a format of Extra-P (JSON lines, text, JSON); times
there count as microseconds.

A model needs at least five values of some parameter. Where there are fewer, or
nothing varies, there is no model, but a line that says what to measure next.
Several runs with different inputs count as one.

Of each instance and method:
  mean stddev  in microseconds, as formulas in the parameters; where MPI was
               measured, of computation and communication, too
  domain       the values that were measured; beyond them a model is a guess
  90 % in      where so many single invocations lie, at the ends of the domain
  fit          the family of formulas, and how well it fits: single terms
               n^i log2(n)^j, sums and products of terms, polynomials, power
               laws, exponentials of logarithms, and two lines with a kink or
               jump between them, as when data outgrow a cache
  from         what was measured; outliers, which lie more than ten robust
               deviations from the median at their point, are left out, and so
               are invocations that were interrupted (a note says how many)
  matters      the parameters that explain the time, with the share of the
               variance that would be lost without them, and those that do not
Names, truth values, ranks, and numbers with two to four values split a method
into several models where that is clearly better.

Options:
  --method NAME    only this method: port::method, the end of that, or a glob;
                   may be given several times
  --metric NAME    only time, computation, communication, exclusive (without the
                   measured callees), or a counter: THREAD_CPU_TIME stands still
                   while others have the processor (PROXIMA=counters=...)
  --implementation NAME   what was measured, for choosing among several later;
                   else called like the instance
  -o, --output FILE  write the models, as JSON
  --plot DIR       draw each model with what was measured (needs gnuplot)
  --plot-format F  svg (the default) or png
  --extrap FILE    write the measurements as Extra-P's JSON lines
  --statistic S    of the invocations with the same parameters: auto (the
                   default: the mean without outliers and interrupted
                   invocations), mean (of all), median, minimum or maximum
  --level P        of the intervals, in percent (default: 90)
  --criterion C    aicc (the default), or loo: leave-one-out error
  --no-split       one model for each method, whatever names it is called with
  --json           write JSON: models, what was refused, all formulas tried
  -h, --help       this text

Examples:
  for n in 1000 2000 4000 8000 16000; do PROXIMA=output=run.$n ./app $n; done
  proxima fit run.*
  proxima fit run.* --method compute -o models.json --plot pictures
  proxima fit run.* --json | jq '.[].model.mean'
  proxima fit measurements.jsonl --level 95
)";

} // namespace proxima::cli
