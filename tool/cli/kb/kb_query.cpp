#include "kb/collected_rows.hpp"
#include "kb/kb_verbs.hpp"
#include "run/messages.hpp"

namespace proxima::cli {
namespace {

bool has_filters(const KbOptions& options) {
    return options.by_trial || !options.where.empty() ||
           !(options.component + options.implementation + options.port + options.method +
             options.machine + options.experiment + options.trial)
                .empty();
}

} // namespace

int run_kb_query(const KbOptions& options, Output& output) {
    const auto filter = filter_of(options);
    if (!options.sql.empty() && has_filters(options)) {
        throw UsageError("--sql stands alone; write the filters into its WHERE");
    }
    const auto base = knowledge::KnowledgeBase::open(chosen_base(options.base));
    CollectedRows answer;
    if (options.sql.empty()) {
        base.query(filter, answer);
    } else {
        base.sql(options.sql, answer);
    }
    if (answer.rows.empty() && options.format == RowFormat::table) {
        say_note(options.sql.empty() ? "nothing that was measured matches these filters; see "
                                       "proxima kb list components"
                                     : "the statement gives no rows");
        return status_ok;
    }
    write_rows(answer, options.format, options.width, output);
    return status_ok;
}

} // namespace proxima::cli
