#include "kb/kb_help.hpp"

namespace proxima::cli {

const char* const kb_overview_help =
    R"(Usage: proxima kb VERB [OPTIONS]

Keeps what is known of components in one file: experiments and their runs,
machines, components and implementations, statistics of the invocations by
their parameters, models with their evidence, assemblies, and decisions.

Verbs (proxima kb VERB --help says more):
  add     runs, files of models, selections and their answers, assemblies
  list    experiments, trials, machines, components, implementations,
          assemblies, decisions
  query   times of invocations by component, parameters, machine ...; or SQL
  models  models with what they rest on, and a file of them for proxima select
  export  everything as JSON or CSV; models as a file

The base is a file: --base FILE, else $PROXIMA_KB, else proxima.kb in the
current directory. It is an SQLite file (runtime/knowledge/SCHEMA.md), which
other tools may read. Many may add to it at the same time; each addition is
there as a whole or not at all, whatever happens in between. Keep it on a file
system that locks files (most do; some NFS mounts do not).

Examples:
  proxima kb add run1 run2 --experiment sizes --metadata compiler=gcc12
  proxima fit run1 run2 -o models.json && proxima kb add models.json
  proxima kb list trials
  proxima kb query --component flux --where 'n=100..1000'
  proxima kb models --component flux -o flux.json
  proxima select selection.json run1 --models flux.json --json > answer.json
  proxima kb add answer.json flux.json --experiment sizes
  proxima kb list decisions

Exit status: 0 all is well; 1 something cannot be read or written (nothing
half-written remains); 2 the command line is wrong.
)";

const char* const kb_add_help =
    R"(Usage: proxima kb add SOURCE... [OPTIONS]

Adds to the knowledge base, and makes it if it is not there. A SOURCE is
  a run directory      becomes a trial of an experiment: call paths with their
                       times, of all threads and of each, and statistics of
                       all invocations by their parameters
  a file of models     as proxima fit writes them
  a selection file     its models
  an answer            of proxima select --json: a decision. The models that are
                       added, or named, together with it are those that it was
                       made from; if one run is, its calls were predicted
  an assembly          .rc script or JSON: components and connections
Each is added as a whole or not at all. What the base has already is recognised
(a run by its host, process and moment), said, and left as it is.

Options:
  --base FILE             else $PROXIMA_KB, else proxima.kb
  --experiment NAME       of the runs and decisions; made if it is new;
                          default: default
  --name NAME             of the run, decision or assembly; default: that of
                          its directory or file. Also --trial NAME
  --metadata NAME=VALUE   of the runs; may be given several times
  --assembly FILE         the script that the runs were made by: it says which
                          implementation stands behind each instance; a warning
                          says which calls of a run it does not have
  --implementation INSTANCE=NAME   the same for one instance; may be given
                          several times. Else an instance is its own
                          implementation
  --combinations N        keep N combinations of parameters of a method apart;
                          if there are more, numbers are taken together by
                          their power of two; default 4096
  -h, --help              this text

Examples:
  proxima kb add run.* --experiment sizes --metadata compiler=gcc12
  proxima kb add run7 --assembly hydro.rc --name 'EFM, 4 ranks'
  proxima kb add run8 --implementation flux=Godunov
  proxima kb add models.json
  proxima kb add answer.json selection.json run7 --experiment hydro
)";

const char* const kb_list_help =
    R"(Usage: proxima kb list [WHAT] [OPTIONS]

Lists experiments, trials, machines, components, implementations, assemblies or
decisions; without WHAT, how many there are of each.

Options:
  --base FILE  else $PROXIMA_KB, else proxima.kb
  --csv        write CSV; times in microseconds
  --json       write JSON: an array with an object for each row
  --width N    characters a line; else the terminal's, $COLUMNS, or 80
  -h, --help   this text

Examples:
  proxima kb list
  proxima kb list trials
  proxima kb list decisions --json | jq '.[-1]'
)";

const char* const kb_query_help =
    R"(Usage: proxima kb query [FILTERS] [OPTIONS]
       proxima kb query --sql STATEMENT [OPTIONS]

Times of invocations by component, implementation, method and parameters; equal
ones of all trials on a machine are one row. Means, deviations and extremes are
exact, whatever share of the invocations was recorded.

Filters; a NAME may be a glob, and may be the end of a qualified name:
  --component NAME, --implementation NAME, --port NAME, --method NAME
  --experiment NAME, --trial NAME
  --machine TEXT       part of its description, or the name of a host
  --where CONDITION    on a recorded parameter: 'n=100', 'n=100..1000',
                       'n>=100', 'n<=1000' or 'mode=strided'; several must all
                       hold. Of parameters that were taken together, those
                       ranges that overlap
Options:
  --by-trial   a row for each trial
  --sql TEXT   one SELECT in SQLite's SQL, which cannot change anything. Tables
               and views: runtime/knowledge/SCHEMA.md. There is a function
               stddev(calls, sum, sum_of_squares)
  --base FILE  else $PROXIMA_KB, else proxima.kb
  --csv        write CSV; times in microseconds
  --json       write JSON: an array with an object for each row
  --width N    characters a line; else the terminal's, $COLUMNS, or 80
  -h, --help   this text

Examples:
  proxima kb query --component flux --where 'n=100..1000'
  proxima kb query --method compute --machine EPYC --by-trial --csv > c.csv
  proxima kb query --sql 'SELECT experiment, sum(calls) FROM invocations
                          GROUP BY experiment'
  proxima kb query --sql "SELECT call_path, inclusive FROM call_paths WHERE
                          metric = 'time' AND thread_index = -2 ORDER BY 2 DESC"
)";

const char* const kb_models_help =
    R"(Usage: proxima kb models [FILTERS] [OPTIONS]

Shows models and what they rest on: points, runs, machine. Of each component,
implementation, method and metric those that were added last.

Models hold for the machine that they were measured on: the same model of
processor, as many processors, as much memory. Where there are several, those
of the machine in question go before others. Models of another one are given
all the same, and a line on standard error says so.

Filters; a NAME may be a glob, and may be the end of a qualified name:
  --component NAME, --implementation NAME, --port NAME, --method NAME
  --metric NAME        time, computation, communication ...
  --experiment NAME    fitted to runs of it that the base has
  --machine TEXT       measured there: part of its description, or a host
Options:
  --on TEXT            the machine in question: part of its description or a
                       host, as proxima kb list machines has it; default: this
  --all                older ones, too
  -o, --output FILE    write a file of models, as proxima select takes it
  --json               write the same to standard output
  --base FILE          else $PROXIMA_KB, else proxima.kb
  -h, --help           this text

Examples:
  proxima kb models --component flux
  proxima kb models -o models.json && proxima select s.json --models models.json
  proxima kb models --on 'EPYC 9654' --json > models.json
)";

const char* const kb_export_help =
    R"(Usage: proxima kb export [OPTIONS]

Writes everything that the base has, table by table (SCHEMA.md): JSON, or a CSV
file for each table; or models alone, as a file for proxima select.

Options:
  -o, --output FILE   else standard output; of CSV the directory, which is made
  --csv               write CSV files; needs -o
  --models            write models; with the filters of proxima kb models,
                      --on and --all
  --base FILE         else $PROXIMA_KB, else proxima.kb
  -h, --help          this text

Examples:
  proxima kb export -o base.json
  proxima kb export | jq '.tables.trial[].name'
  proxima kb export --csv -o tables
  proxima kb export --models --component flux -o flux.json
)";

} // namespace proxima::cli
