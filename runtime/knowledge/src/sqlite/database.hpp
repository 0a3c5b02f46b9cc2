// A connection to an SQLite file, and what is done by it.
// Thread-safety: one thread at a time.
#pragma once

#include <proxima/knowledge/error.hpp>

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

struct sqlite3;
struct sqlite3_stmt;

namespace proxima::knowledge {

class Database;

/// A statement that is run with values for its `?`. Must not outlive its database.
class Statement {
public:
    Statement(const Database& database, std::string_view sql);

    /// Values of the next `?`, from the first on; all throw Error.
    Statement& bind(std::int64_t value);
    Statement& bind(std::uint64_t value) { return bind(static_cast<std::int64_t>(value)); }
    Statement& bind(int value) { return bind(static_cast<std::int64_t>(value)); }
    Statement& bind(double value);           ///< what is no number becomes nothing
    Statement& bind(std::string_view value); ///< must stay until the statement was run
    Statement& bind(const std::string& value) { return bind(std::string_view(value)); }
    Statement& bind(const char* value) { return bind(std::string_view(value)); }
    Statement& bind_nothing();
    template <typename T>
    Statement& bind(const std::optional<T>& value) {
        return value ? bind(*value) : bind_nothing();
    }

    /// Fetches a row; false after the last one.
    bool next();
    /// For statements without rows. Afterwards it can be bound and run again.
    void run();
    void reset();

    /// Of the row that was fetched last.
    std::int64_t integer(int column) const;
    double number(int column) const;
    std::string text(int column) const;
    bool is_nothing(int column) const;

    sqlite3_stmt* handle() const { return handle_.get(); }

private:
    struct Finalizer {
        void operator()(sqlite3_stmt* statement) const;
    };

    const Database* database_;
    std::unique_ptr<sqlite3_stmt, Finalizer> handle_;
    int bound_ = 0;
};

class Database {
public:
    enum class Access { read, write, create };

    Database(std::filesystem::path file, Access access);

    const std::filesystem::path& file() const { return file_; }
    sqlite3* handle() const { return handle_.get(); }

    /// One or more statements without values or rows.
    void execute(const std::string& statements) const;
    std::int64_t last_id() const;
    /// Rows that the last statement has changed.
    bool has_changed() const;

    /// Throws Error with what SQLite says of its last failure.
    [[noreturn]] void fail() const;

private:
    struct Closer {
        void operator()(sqlite3* connection) const;
    };

    std::filesystem::path file_;
    std::unique_ptr<sqlite3, Closer> handle_;
};

/// All or nothing: what was changed since is taken back unless commit() was called.
class Transaction {
public:
    /// Waits for other writers.
    explicit Transaction(const Database& database);
    Transaction(const Transaction&) = delete;
    Transaction& operator=(const Transaction&) = delete;
    Transaction(Transaction&&) = delete;
    Transaction& operator=(Transaction&&) = delete;
    ~Transaction();

    void commit();

private:
    const Database& database_;
    bool is_open_ = true;
};

} // namespace proxima::knowledge
