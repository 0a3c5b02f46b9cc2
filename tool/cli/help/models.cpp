#include "help/help.hpp"

namespace proxima::cli {

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

const char* const fit_help =
    R"(Usage: proxima fit [RUN]... [OPTIONS]

Fits models to the records of one or many runs: how mean and standard deviation
of the time of a method depend on its recorded parameters. A RUN may also be a
file of measurements in a format of Extra-P (JSON lines, text, JSON, Talpas);
times there count as microseconds.

A line for each method, those that take most time first, for 95 % of the time:
  share        of the time of all methods; one that calls others counts with
               what it takes itself
  formula      for the time of a call, in microseconds: a constant, or a sum of
               terms n^i log2(n)^j, their products, and kinks, all positive; the
               simplest whose cross-validated error is within one standard error
               of the least
  error        how far the formula misses points that were left out
  90 % of calls  where so many lie, relative to the formula, amid the domain
  (!)          not to rely on; --method NAME says why, and what to measure next

--method NAME, --metric NAME or --verbose say all that is known: the deviation,
the domain, intervals at its ends, what was left out, which parameters matter.

A model needs four points. With fewer there is a line that says what to measure.
Several runs with different inputs count as one. Names, truth values, and
numbers with two to four values split a method into several models where that is
clearly better.

Options:
  --method NAME    only this method: instance.method, port::method, the end of
                   that, or a glob; may be given several times
  --metric NAME    only time, computation, communication, exclusive (without the
                   measured callees), or a counter: THREAD_CPU_TIME stands still
                   while others have the processor (PROXIMA=counters=...)
  --implementation NAME   what was measured, for choosing among several later;
                   else called like the instance
  -o, --output FILE  write the models, as JSON
  --plot DIR       draw each model with what was measured (needs gnuplot)
  --plot-format F  svg (the default) or png
  --extrap DIR     write the measurements for Extra-P: a file of JSON lines for
                   each method and metric
  --statistic S    of the invocations with the same parameters: auto (the
                   default: the mean without outliers and interrupted
                   invocations), mean (of all), median, minimum or maximum
  --level P        of the intervals, in percent (default: 90)
  --by WHAT        rank: ranks may have models of their own, where these differ
                   clearly; path: models for each call path. May be given twice
  -v, --verbose    say all that is known of each method and metric
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
could have changed the answer. A warning says which models were measured on
another machine than the run (without one: than this), and whether the assembly
is another one than was run.

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
  --seconds S        give the best found after S seconds, with its gap; 60. So
                     does ^C, with exit status 130. Trade-offs are then the
                     fastest, and it is said that they are not all
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

} // namespace proxima::cli
