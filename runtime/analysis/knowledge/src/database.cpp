#include "database.hpp"

#include <proxima/base/name_match.hpp>
#include <proxima/format/column.hpp>

#include <algorithm>
#include <cctype>
#include <sqlite3.h>
#include <utility>

namespace proxima::knowledge {
namespace {

// Milliseconds that one writer waits for the others.
constexpr int wait_ms = 60'000;
constexpr int instructions_between_looks = 10'000; // at the clock
constexpr std::size_t most_answered = std::size_t{1} << 30;
constexpr int longest_value = 256 << 20;

std::string problem_of(int code, const char* message) {
    switch (code & 0xff) {
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
        return "others have been writing to it for a minute; try again";
    case SQLITE_FULL:
        return "the disk is full; make room and add again, nothing was added";
    case SQLITE_READONLY:
    case SQLITE_PERM:
    case SQLITE_CANTOPEN:
        return "cannot be opened or written; check the permissions of the file and its directory";
    case SQLITE_NOTADB:
        return "is no knowledge base; name another file by --base";
    case SQLITE_CORRUPT:
        return std::string("is damaged (") + message + "); take a copy that is whole";
    case SQLITE_IOERR:
        return std::string("cannot be read or written (") + message +
               "); check the disk and its room, nothing was added";
    case SQLITE_INTERRUPT:
        return "a query takes too long (a minute); is this the right file and query?";
    default:
        return message;
    }
}

std::size_t size_of(const Value& value) {
    const auto* text = std::get_if<std::string>(&value);
    return sizeof value + (text != nullptr ? text->size() : 0);
}

Value cell(sqlite3_stmt* statement, int column) {
    switch (sqlite3_column_type(statement, column)) {
    case SQLITE_INTEGER:
        return sqlite3_column_int64(statement, column);
    case SQLITE_FLOAT:
        return sqlite3_column_double(statement, column);
    case SQLITE_NULL:
        return std::monostate();
    default:
        const auto* text = reinterpret_cast<const char*>(sqlite3_column_text(statement, column));
        return std::string(text, static_cast<std::size_t>(sqlite3_column_bytes(statement, column)));
    }
}

std::string_view text_of(sqlite3_value* value) {
    const auto* text = reinterpret_cast<const char*>(sqlite3_value_text(value));
    return {text == nullptr ? "" : text, static_cast<std::size_t>(sqlite3_value_bytes(value))};
}

// Gives SQL the functions means(wanted, name) and means(wanted, component, port, method,
// signature), which call base::means().
void answer_means(sqlite3_context* context, int count, sqlite3_value** values) {
    const auto wanted = text_of(values[0]);
    if (count == 2) {
        sqlite3_result_int(context, base::means(wanted, text_of(values[1])) ? 1 : 0);
        return;
    }
    auto method = std::string(text_of(values[3]));
    method += format::parameter_types(std::string(text_of(values[4])), method);
    const base::MethodName name{text_of(values[1]), text_of(values[2]), method};
    sqlite3_result_int(context, base::means(wanted, name) ? 1 : 0);
}

// Permits only statements that read, and only this file.
int allow_reading(void*, int action, const char*, const char*, const char*, const char*) {
    const bool is_reading = action == SQLITE_SELECT || action == SQLITE_READ ||
                            action == SQLITE_RECURSIVE || action == SQLITE_FUNCTION;
    return is_reading ? SQLITE_OK : SQLITE_DENY;
}

void allow_all(sqlite3* handle) {
    sqlite3_set_authorizer(handle, nullptr, nullptr);
}

} // namespace

void Database::Closer::operator()(sqlite3* connection) const {
    sqlite3_close(connection);
}

void Database::Closer::operator()(sqlite3_stmt* statement) const {
    sqlite3_finalize(statement);
}

// Asks for writing; SQLite opens the file for reading if the user may not write.
Database::Database(std::filesystem::path file, bool may_create, std::chrono::milliseconds patience)
    : file_(std::move(file)), patience_(patience) {
    sqlite3* made = nullptr;
    const int code = sqlite3_open_v2(file_.c_str(), &made,
                                     SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_READWRITE |
                                         (may_create ? SQLITE_OPEN_CREATE : 0),
                                     nullptr);
    handle_.reset(made);
    if (code != SQLITE_OK) {
        fail();
    }
    sqlite3_extended_result_codes(made, 1);
    sqlite3_busy_timeout(made, wait_ms);
    sqlite3_db_config(made, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
    sqlite3_limit(made, SQLITE_LIMIT_LENGTH, longest_value);
    sqlite3_progress_handler(made, instructions_between_looks, is_late, this);
    start_patience();
    for (const int arguments : {2, 5}) {
        sqlite3_create_function(made, "means", arguments, SQLITE_UTF8, nullptr, answer_means,
                                nullptr, nullptr);
    }
    execute("PRAGMA foreign_keys = ON");
}

int Database::is_late(void* database) {
    return std::chrono::steady_clock::now() > static_cast<Database*>(database)->deadline_ ? 1 : 0;
}

void Database::start_patience() const {
    deadline_ = std::chrono::steady_clock::now() + patience_;
}

QueryRows Database::run(std::string_view sql, const std::vector<Value>& values) const {
    start_patience();
    sqlite3_stmt* made = nullptr;
    const int code =
        sqlite3_prepare_v2(handle_.get(), sql.data(), static_cast<int>(sql.size()), &made, nullptr);
    const Statement statement(made);
    if (code != SQLITE_OK) {
        fail();
    }
    bind(statement, values);
    QueryRows answer;
    const int columns = sqlite3_column_count(made);
    for (int i = 0; i < columns; ++i) {
        answer.names.emplace_back(sqlite3_column_name(made, i));
    }
    std::size_t answered = 0;
    int state = sqlite3_step(made);
    for (; state == SQLITE_ROW; state = sqlite3_step(made)) {
        auto& row = answer.rows.emplace_back();
        for (int i = 0; i < columns; ++i) {
            row.push_back(cell(made, i));
            answered += size_of(row.back());
        }
        if (answered > most_answered) {
            throw base::Error(file_, "an answer of more than 1 GiB; ask for less, as by LIMIT");
        }
    }
    if (state != SQLITE_DONE) {
        fail();
    }
    return answer;
}

void Database::bind(const Statement& statement, const std::vector<Value>& values) const {
    int position = 0;
    for (const auto& value : values) {
        ++position;
        int code = SQLITE_OK; // an unbound value is null
        if (const auto* text = std::get_if<std::string>(&value)) {
            code = sqlite3_bind_text64(statement.get(), position, text->data(), text->size(),
                                       SQLITE_STATIC, SQLITE_UTF8);
        } else if (const auto* number = std::get_if<double>(&value)) {
            code = sqlite3_bind_double(statement.get(), position, *number);
        } else if (const auto* whole = std::get_if<std::int64_t>(&value)) {
            code = sqlite3_bind_int64(statement.get(), position, *whole);
        }
        if (code != SQLITE_OK) {
            fail();
        }
    }
}

QueryRows Database::run_reading(const std::string& sql, const std::vector<Value>& values) const {
    sqlite3_set_authorizer(handle_.get(), allow_reading, nullptr);
    const std::unique_ptr<sqlite3, void (*)(sqlite3*)> until_return(handle_.get(), allow_all);
    check_readable(sql);
    return run(sql, values);
}

void Database::check_readable(const std::string& sql) const {
    sqlite3_stmt* made = nullptr;
    const char* rest = nullptr;
    const int code = sqlite3_prepare_v2(handle_.get(), sql.c_str(), -1, &made, &rest);
    const Statement statement(made);
    if ((code & 0xff) == SQLITE_AUTH) {
        throw base::Error(file_, "this SQL would change something; it may only read (SELECT)");
    }
    if (code != SQLITE_OK) {
        throw base::Error(file_, std::string("SQL: ") + sqlite3_errmsg(handle_.get()) +
                                     "; tables and views: SELECT sql FROM sqlite_master");
    }
    const auto more = std::find_if(rest, sql.c_str() + sql.size(), [](char c) {
        return std::isspace(static_cast<unsigned char>(c)) == 0 && c != ';';
    });
    if (made == nullptr || *more != '\0') {
        throw base::Error(file_, made == nullptr ? "there is no SQL to run; write a SELECT"
                                                 : "this SQL has more than one statement; run one");
    }
}

void Database::execute(const char* statements) const {
    start_patience();
    if (sqlite3_exec(handle_.get(), statements, nullptr, nullptr, nullptr) != SQLITE_OK) {
        fail();
    }
}

std::int64_t Database::number(std::string_view sql) const {
    return std::get<std::int64_t>(run(sql).rows.at(0).at(0));
}

std::string Database::text(std::string_view sql, const std::string& value) const {
    return std::get<std::string>(run(sql, {value}).rows.at(0).at(0));
}

std::int64_t Database::last_id() const {
    return sqlite3_last_insert_rowid(handle_.get());
}

void Database::fail() const {
    throw base::Error(file_, handle_ == nullptr
                                 ? "there is no memory to open it"
                                 : problem_of(sqlite3_extended_errcode(handle_.get()),
                                              sqlite3_errmsg(handle_.get())));
}

Transaction::Transaction(const Database& database) : database_(database) {
    database_.execute("BEGIN IMMEDIATE");
}

Transaction::~Transaction() {
    if (is_open_) {
        sqlite3_exec(database_.handle_.get(), "ROLLBACK", nullptr, nullptr, nullptr);
        // Reads, because SQLite restores the file after a failed write only when it is read next.
        sqlite3_exec(database_.handle_.get(), "SELECT 1 FROM sqlite_master", nullptr, nullptr,
                     nullptr);
    }
}

void Transaction::commit() {
    database_.execute("COMMIT");
    is_open_ = false;
}

} // namespace proxima::knowledge
