#include "help/help.hpp"

namespace proxima::cli {

const char* const fit_help =
    R"(Usage: proxima fit [RUN]... [OPTIONS]

Fits models to the records of one or many runs: how mean and standard deviation
of the time of a method depend on its recorded parameters. A RUN may also be a
file of measurements in Extra-P's JSON lines; times there count as microseconds.

A line for each method, those that take most time first, for 95 % of the time:
  share        of the time of all methods; one that calls others counts with
               what it takes itself
  formula      for the time of a call, in microseconds: the simplest that is as
               good as any. 0.12(3) is 0.12 +- 0.03, one standard error
  error        how far the formula misses points that were left out
  90 % of calls  lie so near to the formula; a factor where some take far longer
  (!)          not to rely on; --method NAME says why, and what to measure next
Instances with several implementations have a line for each.

--method NAME, --metric NAME or --verbose say all that is known: the deviation,
the domain, intervals at its ends, what was left out, which parameters matter.

A model needs four points. With fewer there is a line with the mean. Several
runs with different inputs count as one. Names and truth values split a method
into several models where that is clearly better.

Options:
  --method NAME    only this method: instance.method, port::method, the end of
                   that, or a glob; may be given several times
  --metric NAME    only time, computation, communication, exclusive (without the
                   measured callees), or a counter: THREAD_CPU_TIME stands still
                   while others have the processor (PROXIMA=counters=...)
  --implementation NAME   what was measured, for choosing among several later;
                   else the class that `proxima run` has recorded, or the instance
  -o, --output FILE  write the models, as JSON
  --plot DIR       draw each model with what was measured (needs gnuplot)
  --plot-format F  svg (the default) or png
  --extrap DIR     write the measurements for Extra-P: a file of JSON lines for
                   each method and metric
  --statistic S    of the invocations with the same parameters: auto (the
                   default: the mean without outliers), mean (of all), median,
                   minimum or maximum
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
