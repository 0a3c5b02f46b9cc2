#include "sqlite/database.hpp"

#include <algorithm>
#include <cmath>
#include <sqlite3.h>
#include <utility>

namespace proxima::knowledge {
namespace {

/// How long one writer waits for the others.
constexpr int wait_ms = 60'000;

int flags_of(Database::Access access) {
    switch (access) {
    case Database::Access::read:
        return SQLITE_OPEN_READONLY;
    case Database::Access::write:
        return SQLITE_OPEN_READWRITE;
    case Database::Access::create:
        return SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;
    }
    return SQLITE_OPEN_READONLY;
}

/// stddev(calls, sum, sum of squares), of the population: what SQL has no function for.
void deviation(sqlite3_context* context, int, sqlite3_value** values) {
    const double calls = sqlite3_value_double(values[0]);
    if (!(calls > 0)) {
        sqlite3_result_null(context);
        return;
    }
    const double mean = sqlite3_value_double(values[1]) / calls;
    const double variance = sqlite3_value_double(values[2]) / calls - mean * mean;
    sqlite3_result_double(context, std::sqrt(std::max(variance, 0.0)));
}

std::string problem_of(int code, const char* message) {
    switch (code & 0xff) {
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
        return "others have been writing to it for a minute; try again";
    case SQLITE_FULL:
        return "the disk is full; make room and add again, nothing was added";
    case SQLITE_READONLY:
    case SQLITE_PERM:
        return "cannot be written; check the permissions of the file and its directory";
    case SQLITE_CANTOPEN:
        return "cannot be opened; check the permissions of the file and its directory";
    case SQLITE_NOTADB:
        return "is no knowledge base; name another file by --base";
    case SQLITE_CORRUPT:
        return std::string("is damaged (") + message + "); take a copy that is whole";
    case SQLITE_IOERR:
        return std::string("cannot be read or written (") + message +
               "); check the disk and its room, nothing was added";
    default:
        return message;
    }
}

} // namespace

void Statement::Finalizer::operator()(sqlite3_stmt* statement) const {
    sqlite3_finalize(statement);
}

void Database::Closer::operator()(sqlite3* connection) const {
    sqlite3_close(connection);
}

Statement::Statement(const Database& database, std::string_view sql) : database_(&database) {
    sqlite3_stmt* made = nullptr;
    const int code = sqlite3_prepare_v2(database.handle(), sql.data(), static_cast<int>(sql.size()),
                                        &made, nullptr);
    handle_.reset(made);
    if (code != SQLITE_OK) {
        database.fail();
    }
}

Statement& Statement::bind(std::int64_t value) {
    if (sqlite3_bind_int64(handle(), ++bound_, value) != SQLITE_OK) {
        database_->fail();
    }
    return *this;
}

Statement& Statement::bind(double value) {
    if (sqlite3_bind_double(handle(), ++bound_, value) != SQLITE_OK) {
        database_->fail();
    }
    return *this;
}

Statement& Statement::bind(std::string_view value) {
    if (sqlite3_bind_text64(handle(), ++bound_, value.data() == nullptr ? "" : value.data(),
                            value.size(), SQLITE_STATIC, SQLITE_UTF8) != SQLITE_OK) {
        database_->fail();
    }
    return *this;
}

Statement& Statement::bind_nothing() {
    if (sqlite3_bind_null(handle(), ++bound_) != SQLITE_OK) {
        database_->fail();
    }
    return *this;
}

bool Statement::next() {
    switch (sqlite3_step(handle())) {
    case SQLITE_ROW:
        return true;
    case SQLITE_DONE:
        return false;
    default:
        database_->fail();
    }
}

void Statement::run() {
    next();
    reset();
}

void Statement::reset() {
    sqlite3_reset(handle());
    bound_ = 0;
}

std::int64_t Statement::integer(int column) const {
    return sqlite3_column_int64(handle(), column);
}

double Statement::number(int column) const {
    return sqlite3_column_double(handle(), column);
}

std::string Statement::text(int column) const {
    const auto* text = reinterpret_cast<const char*>(sqlite3_column_text(handle(), column));
    const auto size = static_cast<std::size_t>(sqlite3_column_bytes(handle(), column));
    return text == nullptr ? std::string() : std::string(text, size);
}

bool Statement::is_nothing(int column) const {
    return sqlite3_column_type(handle(), column) == SQLITE_NULL;
}

Database::Database(std::filesystem::path file, Access access) : file_(std::move(file)) {
    sqlite3* made = nullptr;
    const int code = sqlite3_open_v2(file_.c_str(), &made, flags_of(access), nullptr);
    handle_.reset(made);
    if (code != SQLITE_OK) {
        fail();
    }
    sqlite3_extended_result_codes(made, 1);
    sqlite3_busy_timeout(made, wait_ms);
    sqlite3_create_function_v2(made, "stddev", 3,
                               SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS, nullptr,
                               deviation, nullptr, nullptr, nullptr);
    execute("PRAGMA foreign_keys = ON; PRAGMA trusted_schema = OFF; PRAGMA cache_size = -32768");
}

void Database::execute(const std::string& statements) const {
    if (sqlite3_exec(handle(), statements.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK) {
        fail();
    }
}

std::int64_t Database::last_id() const {
    return sqlite3_last_insert_rowid(handle());
}

bool Database::has_changed() const {
    return sqlite3_changes(handle()) > 0;
}

void Database::fail() const {
    throw Error(file_, handle() == nullptr ? "there is no memory to open it"
                                           : problem_of(sqlite3_extended_errcode(handle()),
                                                        sqlite3_errmsg(handle())));
}

Transaction::Transaction(const Database& database) : database_(database) {
    database_.execute("BEGIN IMMEDIATE");
}

Transaction::~Transaction() {
    if (is_open_) {
        sqlite3_exec(database_.handle(), "ROLLBACK", nullptr, nullptr, nullptr);
    }
}

void Transaction::commit() {
    database_.execute("COMMIT");
    is_open_ = false;
}

} // namespace proxima::knowledge
