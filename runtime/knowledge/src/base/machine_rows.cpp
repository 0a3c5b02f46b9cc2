// Machines of a base: one row for each, however little was known of it when it came.
#include "base/connection.hpp"

#include <vector>

namespace proxima::knowledge {
namespace {

bool is_known_well(const Machine& machine) {
    return !machine.processor.empty() && machine.processors > 0 && machine.memory_bytes > 0;
}

/// Rows that models have left which say no more than processor and host, and that this is.
std::vector<std::int64_t> vaguer_rows(const Database& database, std::int64_t id,
                                      const Machine& machine) {
    Statement find(database,
                   "SELECT id FROM machine WHERE id != ? AND processors = 0 AND memory_bytes = 0 "
                   "AND processor IN (?, '') "
                   "AND EXISTS (SELECT 1 FROM machine_host AS h WHERE h.machine = machine.id) "
                   "AND NOT EXISTS (SELECT 1 FROM machine_host AS h WHERE h.machine = machine.id "
                   "AND h.host NOT IN (SELECT host FROM machine_host WHERE machine = ?))");
    find.bind(id).bind(machine.processor).bind(id);
    std::vector<std::int64_t> rows;
    while (find.next()) {
        rows.push_back(find.integer(0));
    }
    return rows;
}

void replace(const Database& database, std::int64_t vague, std::int64_t id) {
    for (const char* const table : {"model", "trial"}) {
        Statement update(database,
                         std::string("UPDATE ") + table + " SET machine = ? WHERE machine = ?");
        update.bind(id).bind(vague).run();
    }
    Statement(database, "DELETE FROM machine_host WHERE machine = ?").bind(vague).run();
    Statement(database, "DELETE FROM machine WHERE id = ?").bind(vague).run();
}

} // namespace

std::optional<std::int64_t> machine_row(const Database& database, const Machine& machine) {
    if (!is_known(machine)) {
        return std::nullopt;
    }
    const auto key = identity(machine);
    const auto text = description(machine);
    Statement insert(database, "INSERT OR IGNORE INTO machine (identity, description, processor, "
                               "processors, memory_bytes, system) VALUES (?, ?, ?, ?, ?, ?)");
    insert.bind(key).bind(text).bind(machine.processor).bind(machine.processors);
    insert.bind(machine.memory_bytes).bind(machine.system).run();
    Statement find(database, "SELECT id FROM machine WHERE identity = ?");
    find.bind(key).next();
    const auto id = find.integer(0);
    if (!machine.host.empty()) {
        Statement host(database, "INSERT OR IGNORE INTO machine_host VALUES (?, ?)");
        host.bind(id).bind(machine.host).run();
    }
    if (is_known_well(machine)) {
        for (const auto vague : vaguer_rows(database, id, machine)) {
            replace(database, vague, id);
        }
    }
    return id;
}

} // namespace proxima::knowledge
