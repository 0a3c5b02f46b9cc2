#include "base/connection.hpp"
#include "base/name_filter.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <sqlite3.h>

namespace proxima::knowledge {
namespace {

Value cell(const Statement& statement, int column) {
    switch (sqlite3_column_type(statement.handle(), column)) {
    case SQLITE_INTEGER:
        return statement.integer(column);
    case SQLITE_FLOAT:
        return statement.number(column);
    case SQLITE_NULL:
        return std::monostate();
    default:
        return statement.text(column);
    }
}

void give(Statement& statement, RowVisitor& visitor) {
    const int count = sqlite3_column_count(statement.handle());
    std::vector<std::string> names;
    for (int i = 0; i < count; ++i) {
        names.emplace_back(sqlite3_column_name(statement.handle(), i));
    }
    visitor.columns(names);
    std::vector<Value> cells(static_cast<std::size_t>(count));
    while (statement.next()) {
        for (int i = 0; i < count; ++i) {
            cells[static_cast<std::size_t>(i)] = cell(statement, i);
        }
        visitor.row(cells);
    }
}

bool is_description(const char* pragma) {
    const std::string_view name(pragma);
    return name == "table_info" || name == "table_xinfo" || name == "table_list" ||
           name == "index_list" || name == "foreign_key_list";
}

/// Lets pass what only reads, and reads only this base.
int allow_reading(void*, int action, const char* first, const char* second, const char*,
                  const char*) {
    switch (action) {
    case SQLITE_SELECT:
    case SQLITE_READ:
    case SQLITE_RECURSIVE:
        return SQLITE_OK;
    case SQLITE_FUNCTION:
        return std::string_view(second) == "load_extension" ? SQLITE_DENY : SQLITE_OK;
    case SQLITE_PRAGMA:
        return is_description(first) ? SQLITE_OK : SQLITE_DENY;
    default:
        return SQLITE_DENY;
    }
}

/// While it is there, statements that would change something are refused.
class ReadingOnly {
public:
    explicit ReadingOnly(const Database& database) : database_(database) {
        sqlite3_set_authorizer(database.handle(), allow_reading, nullptr);
    }
    ReadingOnly(const ReadingOnly&) = delete;
    ReadingOnly& operator=(const ReadingOnly&) = delete;
    ReadingOnly(ReadingOnly&&) = delete;
    ReadingOnly& operator=(ReadingOnly&&) = delete;
    ~ReadingOnly() { sqlite3_set_authorizer(database_.handle(), nullptr, nullptr); }

private:
    const Database& database_;
};

/// What follows the first statement, but for blanks and semicolons.
bool has_more(const char* rest) {
    return std::any_of(rest, rest + std::char_traits<char>::length(rest), [](char c) {
        return std::isspace(static_cast<unsigned char>(c)) == 0 && c != ';';
    });
}

void check(const Database& database, const std::string& sql) {
    sqlite3_stmt* made = nullptr;
    const char* rest = nullptr;
    const int code = sqlite3_prepare_v2(database.handle(), sql.c_str(),
                                        static_cast<int>(sql.size()), &made, &rest);
    const bool is_empty = made == nullptr;
    const bool is_reading = is_empty || sqlite3_stmt_readonly(made) != 0;
    sqlite3_finalize(made);
    if ((code & 0xff) == SQLITE_AUTH || (code == SQLITE_OK && !is_reading)) {
        throw Error(database.file(), "this SQL would change something; it may only read (SELECT)");
    }
    if (code != SQLITE_OK) {
        throw Error(database.file(), std::string("SQL: ") + sqlite3_errmsg(database.handle()) +
                                         "; tables and views: SELECT name FROM sqlite_master");
    }
    if (is_empty || has_more(rest)) {
        throw Error(database.file(), is_empty ? "there is no SQL to run; write a SELECT"
                                              : "this SQL has more than one statement; run one");
    }
}

constexpr const char* grouped_columns =
    "SELECT machine, component, implementation, method, parameters, "
    "count(DISTINCT trial_id) AS trials, ";
constexpr const char* trial_columns =
    "SELECT experiment, trial, machine, component, implementation, method, parameters, ";
constexpr const char* sums =
    "sum(calls) AS calls, sum(sum_us) / sum(calls) AS mean_us, "
    "stddev(sum(calls), sum(sum_us), sum(sum_of_squares_us2)) AS stddev_us, "
    "min(min_us) AS min_us, max(max_us) AS max_us, sum(sum_us) AS total_us, "
    "CASE WHEN count(communication_us) = count(*) THEN sum(communication_us) END "
    "AS communication_us FROM invocations";
/// In the order of the numbers, not of their digits, of the first few parameters.
std::string by_values() {
    constexpr int most = 4;
    std::string order;
    for (int i = 0; i < most; ++i) {
        order += "(SELECT low FROM parameter_value AS v WHERE v.parameter_set = "
                 "invocations.parameter_set ORDER BY name LIMIT 1 OFFSET " +
                 std::to_string(i) + "), ";
    }
    return order + "parameters";
}

std::string parameter_condition(const ParameterFilter& filter, std::vector<Value>& values) {
    std::string text = "EXISTS (SELECT 1 FROM parameter_value AS v WHERE "
                       "v.parameter_set = invocations.parameter_set AND v.name = ?";
    values.emplace_back(filter.name);
    if (filter.text) {
        text += " AND v.text = ?";
        values.emplace_back(*filter.text);
    }
    if (filter.low) {
        text += " AND v.high >= ?";
        values.emplace_back(*filter.low);
    }
    if (filter.high) {
        text += " AND v.low <= ?";
        values.emplace_back(*filter.high);
    }
    return text + ")";
}

} // namespace

void KnowledgeBase::query(const Filter& filter, RowVisitor& visitor) const {
    NameFilter where;
    where.add_names("component", filter.component);
    where.add_names("implementation", filter.implementation);
    where.add_names("port", filter.port);
    where.add_names("method", filter.method);
    where.add_names("experiment", filter.experiment);
    where.add_names("trial", filter.trial);
    where.add_machine("coalesce(machine, '')", "host GLOB ?", filter.machine);
    for (const auto& parameter : filter.parameters) {
        std::vector<Value> values;
        const auto text = parameter_condition(parameter, values);
        where.add(text, values);
    }
    const std::string group =
        filter.by_trial ? "trial_id, component, implementation, method, parameters"
                        : "component, implementation, port, method, parameter_set, machine";
    const std::string order = filter.by_trial ? "component, implementation, method, trial_id, "
                                              : "component, implementation, method, machine, ";
    Statement select(connection_->database,
                     std::string(filter.by_trial ? trial_columns : grouped_columns) + sums +
                         where.text() + " GROUP BY " + group + " ORDER BY " + order + by_values());
    where.bind(select);
    give(select, visitor);
}

void KnowledgeBase::sql(std::string_view statement, RowVisitor& visitor) const {
    const std::string text(statement);
    const ReadingOnly guard(connection_->database);
    check(connection_->database, text);
    Statement select(connection_->database, text);
    give(select, visitor);
}

void KnowledgeBase::rows(const std::string& table, RowVisitor& visitor) const {
    Statement known(connection_->database,
                    "SELECT 1 FROM sqlite_master WHERE type IN ('table', 'view') AND name = ?");
    known.bind(table);
    if (!known.next()) {
        throw Error(connection_->database.file(), "has no table `" + table + "`");
    }
    Statement select(connection_->database, "SELECT * FROM \"" + table + "\"");
    give(select, visitor);
}

} // namespace proxima::knowledge
