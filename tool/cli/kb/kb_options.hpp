// What `proxima kb` is asked for.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace proxima::cli {

enum class KbVerb { add, list, query, models, export_base };

enum class RowFormat { table, csv, json };

struct KbOptions {
    KbVerb verb = KbVerb::list;
    std::string base; ///< empty: $PROXIMA_KB, else proxima.kb
    RowFormat format = RowFormat::table;
    std::size_t width = 0; ///< of tables; 0: that of the terminal

    // add
    std::vector<std::string> sources; ///< runs, models, selections, answers, assemblies
    std::string name;                 ///< of the trial, decision or assembly
    std::vector<std::string> metadata;
    std::vector<std::string> implementations; ///< `INSTANCE=NAME`
    std::string assembly;                     ///< file, of the runs
    std::size_t most_combinations = 4096;

    // list
    std::string table; ///< empty: how much there is of each

    // query, models, export; of add the experiment
    std::string component;
    std::string implementation;
    std::string port;
    std::string method;
    std::string machine;
    std::string experiment;
    std::string trial;
    std::string metric;
    std::vector<std::string> where; ///< `n=16..64`
    bool by_trial = false;
    std::string sql;

    // models, export
    bool all = false;
    std::string on; ///< the machine that models are wanted for; empty: this one
    bool models = false;
    std::string output; ///< file, or of CSV a directory; empty: standard output
};

} // namespace proxima::cli
