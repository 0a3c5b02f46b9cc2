// The connection of a knowledge base to its file.
#pragma once

#include "sqlite/database.hpp"

#include <proxima/knowledge/knowledge_base.hpp>

#include <cstdint>
#include <string>

namespace proxima::knowledge {

struct KnowledgeBase::Connection {
    Database database;
};

/// The row of `table` that is called `name`; made if it is not there.
std::int64_t named_row(const Database& database, const char* table, const std::string& name);

/// The row of a machine; none if nothing is known of it. It replaces rows of the same host that
/// said less, as models do that are added before their runs.
std::optional<std::int64_t> machine_row(const Database& database, const Machine& machine);

} // namespace proxima::knowledge
