#include "kb/kb_command.hpp"

#include "kb/kb_verbs.hpp"
#include "shared/messages.hpp"

#include <proxima/base/text.hpp>

#include <algorithm>
#include <cstdlib>

namespace proxima::cli {
namespace {

using knowledge::KnowledgeBase;

KnowledgeBase base_of(const KbOptions& options) {
    return KnowledgeBase::open(chosen_base(options.base));
}

// The columns of each view that a table shows; other formats have all.
const char* columns_for_people(const std::string& view) {
    if (view == "runs") {
        return "run, experiment, machine, replace(substr(started, 1, 16), 'T', ' ') AS started, "
               "duration_us, ranks, methods, invocations, metadata";
    }
    if (view == "methods") {
        return "run, component, implementation, method, calls, total_us, mean_us, stddev_us";
    }
    if (view == "decisions") {
        return "id, experiment, decision, chosen, predicted_us, runner_up, better_probability";
    }
    return "machine, hosts, runs, last_run";
}

int run_kb_list(const KbOptions& options, text::Output& output) {
    static const std::vector<std::string> views{"runs", "machines", "methods", "decisions"};
    std::string sql = "SELECT 'runs' AS what, count(*) AS number FROM run UNION ALL "
                      "SELECT 'models', count(*) FROM model UNION ALL "
                      "SELECT 'decisions', count(*) FROM decision";
    if (!options.view.empty()) {
        if (std::find(views.begin(), views.end(), options.view) == views.end()) {
            throw UsageError("there is no list of `" + options.view + "`" +
                             base::did_you_mean(base::nearest_names(options.view, views, 1)) +
                             " (see proxima kb list --help)");
        }
        const bool is_table = options.format == RowFormat::table;
        sql = std::string("SELECT ") + (is_table ? columns_for_people(options.view) : "*") +
              " FROM " + options.view;
    }
    write_rows(base_of(options).sql(sql), options.format, options.width, output);
    return status_ok;
}

int run_kb_statistics(const KbOptions& options, text::Output& output) {
    const auto answer = base_of(options).statistics(options.filter);
    if (answer.rows.empty() && options.format == RowFormat::table) {
        say_note("nothing that was measured matches; see proxima kb list methods");
        return status_ok;
    }
    write_rows(answer, options.format, options.width, output);
    return status_ok;
}

} // namespace

std::filesystem::path chosen_base(const std::string& option) {
    if (!option.empty()) {
        return option;
    }
    const char* const named = std::getenv("PROXIMA_KB");
    return named != nullptr && *named != '\0' ? named : "proxima.kb";
}

knowledge::ParameterFilter parameter_filter(const std::string& condition) {
    const auto at = condition.find('=');
    if (at == std::string::npos || at == 0 || at + 1 == condition.size()) {
        throw UsageError("`" + condition + "` is not NAME=VALUE or NAME=LOW..HIGH");
    }
    const auto value = condition.substr(at + 1);
    const auto dots = value.find("..");
    knowledge::ParameterFilter filter{condition.substr(0, at), {}, {}, {}};
    const auto low = value.substr(0, dots);
    const auto high = dots == std::string::npos ? low : value.substr(dots + 2);
    filter.low = base::number_of(low);
    filter.high = base::number_of(high);
    const bool is_range = (filter.low || low.empty()) && (filter.high || high.empty());
    if (!is_range || (!filter.low && !filter.high)) {
        filter = {filter.name, {}, {}, value};
    } else if (filter.low && filter.high && *filter.low > *filter.high) {
        throw UsageError("`" + condition + "` has its limits in the wrong order; exchange them");
    }
    return filter;
}

int run_kb(const KbOptions& options, text::Output& output) {
    switch (options.verb) {
    case KbVerb::add:
        return run_kb_add(options, output);
    case KbVerb::list:
        return run_kb_list(options, output);
    case KbVerb::statistics:
        return run_kb_statistics(options, output);
    case KbVerb::sql:
        write_rows(base_of(options).sql(options.statement), options.format, options.width, output);
        return status_ok;
    case KbVerb::models:
        break;
    }
    return run_kb_models(options, output);
}

} // namespace proxima::cli
