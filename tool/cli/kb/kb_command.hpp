// `proxima kb`: stores runs, models and decisions, and answers questions.
#pragma once

#include "shared/verb.hpp"

#include <proxima/knowledge/knowledge_base.hpp>

#include <cstddef>
#include <map>
#include <string>
#include <vector>

namespace proxima::cli {

enum class KbVerb { add, list, statistics, sql, models };

enum class RowFormat { table, csv, json };

struct KbOptions {
    KbVerb verb = KbVerb::list;
    std::string base; // empty: $PROXIMA_KB, else proxima.kb
    RowFormat format = RowFormat::table;
    std::size_t width = 0; // width of tables; 0: as wide as the terminal
    std::string output;    // file; empty: standard output

    // add
    std::vector<std::string> sources; // runs, models, answers
    std::string name;                 // name of the run or decision
    std::map<std::string, std::string> metadata;
    std::map<std::string, std::string> implementations; // by instance

    std::string view;            // view to list; empty: the size of each
    knowledge::RowFilter filter; // rows of statistics and models; the experiment of add
    std::string statement;       // argument of sql
    bool all = false;            // includes older models
};

void add_kb(CLI::App& verb, KbOptions& options);
int run_kb(const KbOptions& options, text::Output& output);

} // namespace proxima::cli
