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
file of measurements in Extra-P's JSON lines; times there count as microseconds.

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

} // namespace proxima::cli
