#include "kb/collected_rows.hpp"
#include "kb/kb_verbs.hpp"
#include "run/messages.hpp"
#include "run/names.hpp"

#include <algorithm>

namespace proxima::cli {
namespace {

using knowledge::KnowledgeBase;

const std::vector<std::string> lists{"experiments",     "trials",     "machines", "components",
                                     "implementations", "assemblies", "decisions"};

/// What is listed of each, the rest is for programs.
const char* table_columns(const std::string& list) {
    if (list == "trials") {
        return "experiment, trial, machine, started, duration_us, ranks, methods, invocations, "
               "metadata";
    }
    if (list == "machines") {
        return "machine, system, hosts, trials, models";
    }
    if (list == "decisions") {
        return "id, experiment, decision, chosen, predicted_us, runner_up, "
               "runner_up_better_probability AS better, models";
    }
    return "*";
}

void count_all(const KnowledgeBase& base, CollectedRows& answer) {
    const std::vector<std::pair<const char*, const char*>> counted{
        {"experiments", "experiment"},
        {"trials", "trial"},
        {"machines", "machine"},
        {"components", "component"},
        {"implementations", "implementation"},
        {"invocation statistics", "invocation_statistics"},
        {"models", "model"},
        {"assemblies", "assembly"},
        {"decisions", "decision"}};
    std::string sql;
    for (const auto& [name, table] : counted) {
        sql += std::string(sql.empty() ? "" : " UNION ALL ") + "SELECT '" + name +
               "' AS what, count(*) AS number FROM " + table;
    }
    base.sql(sql, answer);
}

} // namespace

int run_kb_list(const KbOptions& options, Output& output) {
    if (!options.table.empty() &&
        std::find(lists.begin(), lists.end(), options.table) == lists.end()) {
        throw UsageError("there is no list of `" + options.table + "`" +
                         did_you_mean(nearest(options.table, lists, 1)) +
                         " (see proxima kb list --help)");
    }
    const auto base = KnowledgeBase::open(chosen_base(options.base));
    CollectedRows answer;
    if (options.table.empty()) {
        count_all(base, answer);
    } else if (options.format == RowFormat::table) {
        base.sql(std::string("SELECT ") + table_columns(options.table) + " FROM " + options.table,
                 answer);
    } else {
        base.rows(options.table, answer);
    }
    write_rows(answer, options.format, options.width, output);
    return status_ok;
}

} // namespace proxima::cli
