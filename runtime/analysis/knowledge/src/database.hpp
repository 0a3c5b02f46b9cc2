// A connection to an SQLite file, used by one thread at a time.
#pragma once

#include <proxima/knowledge/knowledge_base.hpp>

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

struct sqlite3;
struct sqlite3_stmt;

namespace proxima::knowledge {

// Tables of a knowledge base; SCHEMA.md describes them.
constexpr std::int64_t application_id = 0x50784b42; // "PxKB"
constexpr std::int64_t schema_version = 2;

// SQL that makes all tables and views in an empty file.
extern const char* const schema;

// A connection to a file that may be foreign.
class Database {
public:
    Database(const Database&) = delete;
    Database& operator=(const Database&) = delete;
    ~Database() = default;
    // Any statement ends with an Error after `patience`, or when its answer has more than 1 GiB.
    Database(std::filesystem::path file, bool may_create,
             std::chrono::milliseconds patience = std::chrono::minutes(1));

    const std::filesystem::path& file() const { return file_; }

    // Runs one statement with values for its `?`. Throws Error.
    QueryRows run(std::string_view sql, const std::vector<Value>& values = {}) const;
    // Runs a user's statement, and refuses it if it would change something.
    QueryRows run_reading(const std::string& sql, const std::vector<Value>& values) const;
    // Runs several statements without values or rows.
    void execute(const char* statements) const;
    // Runs a statement and returns the only cell of its answer.
    std::int64_t number(std::string_view sql) const;
    std::string text(std::string_view sql, const std::string& value) const;
    std::int64_t last_id() const;

private:
    friend class Transaction;
    struct Closer {
        void operator()(sqlite3* connection) const;
        void operator()(sqlite3_stmt* statement) const;
    };
    using Statement = std::unique_ptr<sqlite3_stmt, Closer>;

    void check_readable(const std::string& sql) const;
    void bind(const Statement& statement, const std::vector<Value>& values) const;
    [[noreturn]] void fail() const;

    static int is_late(void* database);
    void start_patience() const;

    std::filesystem::path file_;
    std::chrono::milliseconds patience_;
    mutable std::chrono::steady_clock::time_point deadline_; // of the statement that runs
    std::unique_ptr<sqlite3, Closer> handle_;
};

// Waits for other writers; the destructor rolls back all changes unless commit() was called.
class Transaction {
public:
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
