#include "database.hpp"

#include <proxima/base/text.hpp>
#include <proxima/fit/model_file.hpp>

#include <algorithm>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace proxima::knowledge {
namespace {

// Refuses pipes and devices: reading them may never end.
void check_file(const std::filesystem::path& file, bool may_create) {
    std::error_code error;
    const auto kind = std::filesystem::status(file, error).type();
    if (kind == std::filesystem::file_type::not_found) {
        if (!may_create) {
            throw base::Error(file,
                              "there is no such knowledge base; make it by `proxima kb add`, or "
                              "name another by --base");
        }
    } else if (kind != std::filesystem::file_type::regular) {
        throw base::Error(file, "is a directory, a pipe or a device; name a file by --base");
    }
    struct stat facts{};
    const bool is_new = kind == std::filesystem::file_type::not_found ||
                        std::filesystem::file_size(file, error) == 0;
    if (is_new && ::lstat(file.c_str(), &facts) == 0 &&
        (S_ISLNK(facts.st_mode) || facts.st_uid != ::geteuid())) {
        throw base::Error(file, "is a link to nothing, or an empty file that another user owns; "
                                "remove it");
    }
}

bool is_empty(const Database& database) {
    return database.number("PRAGMA application_id") == 0 &&
           database.number("SELECT count(*) FROM sqlite_master") == 0;
}

// The tables and views of a file, but not what SQLite itself keeps in it.
QueryRows schema_of(const Database& database) {
    return database.run("SELECT type, name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite!_%' "
                        "ESCAPE '!' ORDER BY type, name");
}

// Foreign views and triggers would run within each query. This check stands in for
// SQLITE_DBCONFIG_TRUSTED_SCHEMA, which before SQLite 3.41 refuses the schema's json_valid().
void check_schema(const Database& database) {
    const Database own(":memory:", true);
    own.execute(schema);
    const auto expected = schema_of(own).rows;
    const auto found = schema_of(database).rows;
    const auto [other, missing] =
        std::mismatch(found.begin(), found.end(), expected.begin(), expected.end());
    if (other != found.end() || missing != expected.end()) {
        const auto& row = other != found.end() ? *other : *missing;
        throw base::Error(database.file(),
                          "is no knowledge base: its " + std::get<std::string>(row[0]) + " " +
                              base::printable(std::get<std::string>(row[1])) +
                              " is not as `proxima kb add` makes it; name another by --base");
    }
}

void check_version(const Database& database) {
    if (database.number("PRAGMA application_id") != application_id) {
        throw base::Error(database.file(), "is no knowledge base; name another file by --base");
    }
    const auto version = database.number("PRAGMA user_version");
    if (version != schema_version) {
        throw base::Error(database.file(),
                          "is a knowledge base of version " + std::to_string(version) +
                              ", this proxima knows version " + std::to_string(schema_version) +
                              "; use the proxima that made it");
    }
    check_schema(database);
}

// Inserts a row unless the table has one with this key. `values` belong to `key` and `columns`.
Added add_once(const Database& database, const std::string& table, const std::string& key,
               const std::string& columns, const std::vector<Value>& values) {
    const auto found =
        database.run("SELECT id FROM " + table + " WHERE " + key + " = ?", {values.front()});
    if (!found.rows.empty()) {
        return {std::get<std::int64_t>(found.rows.front().front()), false};
    }
    std::string places;
    for (std::size_t i = 0; i < values.size(); ++i) {
        places += i == 0 ? "?" : ", ?";
    }
    database.run("INSERT INTO " + table + " (" + key + columns + ") VALUES (" + places + ")",
                 values);
    return {database.last_id(), true};
}

} // namespace

KnowledgeBase KnowledgeBase::open(const std::filesystem::path& file) {
    check_file(file, false);
    auto database = std::make_unique<Database>(file, false);
    check_version(*database);
    return KnowledgeBase(std::move(database));
}

KnowledgeBase KnowledgeBase::open_or_create(const std::filesystem::path& file) {
    check_file(file, true);
    auto database = std::make_unique<Database>(file, true);
    if (is_empty(*database)) {
        Transaction transaction(*database);
        if (is_empty(*database)) { // another process may have been faster
            database->execute(schema);
        }
        transaction.commit();
    }
    check_version(*database);
    return KnowledgeBase(std::move(database));
}

KnowledgeBase::KnowledgeBase(std::unique_ptr<Database> database) : database_(std::move(database)) {
}

KnowledgeBase::KnowledgeBase(KnowledgeBase&& other) noexcept = default;
KnowledgeBase& KnowledgeBase::operator=(KnowledgeBase&& other) noexcept = default;
KnowledgeBase::~KnowledgeBase() = default;

Added KnowledgeBase::add(StoredRun run) {
    std::vector<Value> values; // a list in braces would copy the document
    values.emplace_back(std::move(run.identity));
    values.emplace_back(std::move(run.document));
    Transaction transaction(*database_);
    const auto added = add_once(*database_, "run", "identity", ", document", values);
    transaction.commit();
    return added;
}

std::vector<Added> KnowledgeBase::add(const std::vector<fit::Model>& models) {
    Transaction transaction(*database_);
    const auto batch = database_->number("SELECT coalesce(max(batch), 0) + 1 FROM model");
    std::vector<Added> all;
    bool any_new = false;
    for (const auto& model : models) {
        const auto document =
            database_->text("SELECT json_extract(?, '$.models[0]')", fit::models_text({model}));
        all.push_back(add_once(*database_, "model", "document", ", batch, machine",
                               {document, batch, model.evidence.machine}));
        any_new = any_new || all.back().is_new;
    }
    for (const auto& one : all) {
        if (any_new && !one.is_new) { // moves a known model into the new batch
            database_->run("UPDATE model SET batch = ? WHERE id = ?", {batch, one.id});
        }
    }
    transaction.commit();
    return all;
}

Added KnowledgeBase::add(const Decision& decision) {
    std::string models;
    for (const auto id : decision.models) {
        models += (models.empty() ? "" : ",") + std::to_string(id);
    }
    std::vector<Value> values{database_->text("SELECT json(?)", decision.document), decision.name,
                              decision.experiment, "[" + models + "]"};
    std::string columns = ", name, experiment, models";
    if (decision.run) {
        columns += ", run";
        values.emplace_back(*decision.run);
    }
    Transaction transaction(*database_);
    const auto added = add_once(*database_, "decision", "document", columns, values);
    transaction.commit();
    return added;
}

} // namespace proxima::knowledge
