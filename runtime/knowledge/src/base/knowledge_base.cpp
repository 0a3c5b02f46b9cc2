#include "base/base_file.hpp"
#include "base/connection.hpp"
#include "base/schema.hpp"

#include <algorithm>
#include <system_error>
#include <utility>

namespace proxima::knowledge {
namespace {

/// A writer that was killed leaves a journal, which takes back what it had begun; that needs
/// writing.
void finish_what_was_killed(const std::filesystem::path& file) {
    std::error_code error;
    if (std::filesystem::exists(file.string() + "-journal", error)) {
        try {
            const Database database(file, Database::Access::write);
            Statement(database, "SELECT count(*) FROM experiment").next();
        } catch (const Error&) {
            // Who may not write is told so, if it matters, when reading.
        }
    }
}

} // namespace

KnowledgeBase KnowledgeBase::open(const std::filesystem::path& file) {
    check_base(file);
    finish_what_was_killed(file);
    return KnowledgeBase(
        std::unique_ptr<Connection>(new Connection{Database(file, Database::Access::read)}));
}

KnowledgeBase KnowledgeBase::open_or_create(const std::filesystem::path& file) {
    std::error_code error;
    if (!std::filesystem::exists(file, error)) {
        create_base(file);
    }
    check_base(file);
    return KnowledgeBase(
        std::unique_ptr<Connection>(new Connection{Database(file, Database::Access::write)}));
}

KnowledgeBase::KnowledgeBase(std::unique_ptr<Connection> connection)
    : connection_(std::move(connection)) {
}

KnowledgeBase::KnowledgeBase(KnowledgeBase&& other) noexcept = default;
KnowledgeBase& KnowledgeBase::operator=(KnowledgeBase&& other) noexcept = default;
KnowledgeBase::~KnowledgeBase() = default;

std::span<const char* const> KnowledgeBase::tables() {
    return table_names();
}

std::optional<std::int64_t> KnowledgeBase::find_trial(const std::string& identity) const {
    Statement find(connection_->database, "SELECT id FROM trial WHERE identity = ?");
    find.bind(identity);
    return find.next() ? std::optional(find.integer(0)) : std::nullopt;
}

std::int64_t named_row(const Database& database, const char* table, const std::string& name) {
    const std::string where(table);
    Statement insert(database, "INSERT OR IGNORE INTO " + where + " (name) VALUES (?)");
    insert.bind(name).run();
    Statement find(database, "SELECT id FROM " + where + " WHERE name = ?");
    find.bind(name).next();
    return find.integer(0);
}

} // namespace proxima::knowledge
