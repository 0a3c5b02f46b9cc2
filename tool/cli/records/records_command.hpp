// `proxima records`: writes every invocation.
#pragma once

#include "exchange/record_writer.hpp"
#include "shared/verb.hpp"

#include <string>
#include <vector>

namespace proxima::cli {

using exchange::RecordsFormat;

struct RecordsOptions {
    std::string run;
    std::vector<std::string> methods; // empty: all
    RecordsFormat format = RecordsFormat::csv;
    bool force = false;
};

void add_records(CLI::App& verb, RecordsOptions& options);
int run_records(const RecordsOptions& options, text::Output& output);

} // namespace proxima::cli
