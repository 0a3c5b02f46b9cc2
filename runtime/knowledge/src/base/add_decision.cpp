#include "base/connection.hpp"

namespace proxima::knowledge {
namespace {

std::string identity_of(const Assembly& assembly) {
    std::string text;
    for (const auto& [component, implementation] : assembly.implementations) {
        text += component + "=" + implementation + "\n";
    }
    for (const auto& wire : assembly.connections) {
        text += wire.user + " " + wire.uses_port + " " + wire.provider + " " + wire.provides_port +
                "\n";
    }
    return text;
}

/// `flux=EFM, states=Fast`.
std::string name_of(const Assembly& assembly) {
    std::string text = assembly.name;
    for (const auto& [component, implementation] : assembly.implementations) {
        if (assembly.name.empty()) {
            text += (text.empty() ? "" : ", ") + component + "=" + implementation;
        }
    }
    return text;
}

/// Within a transaction.
Added write(const Database& database, const Assembly& assembly) {
    const auto identity = identity_of(assembly);
    Statement find(database, "SELECT id FROM assembly WHERE identity = ?");
    find.bind(identity);
    if (find.next()) {
        return {find.integer(0), false};
    }
    const auto name = name_of(assembly);
    Statement insert(database, "INSERT INTO assembly (identity, name) VALUES (?, ?)");
    insert.bind(identity).bind(name).run();
    const auto id = database.last_id();
    Statement component(database, "INSERT INTO assembly_component VALUES (?, ?, ?)");
    for (const auto& [instance, implementation] : assembly.implementations) {
        component.bind(id).bind(named_row(database, "component", instance));
        component.bind(named_row(database, "implementation", implementation)).run();
    }
    Statement connection(database, "INSERT INTO assembly_connection VALUES (?, ?, ?, ?, ?, ?)");
    std::int64_t position = 0;
    for (const auto& wire : assembly.connections) {
        connection.bind(id).bind(position++).bind(named_row(database, "component", wire.user));
        connection.bind(wire.uses_port).bind(named_row(database, "component", wire.provider));
        connection.bind(wire.provides_port).run();
    }
    return {id, true};
}

/// What tells a decision from others: all that was decided, not when.
std::string identity_of(const Decision& decision, std::int64_t assembly) {
    std::string text = decision.experiment + "\n" + decision.name + "\n" +
                       std::to_string(assembly) + "\n" +
                       std::to_string(decision.trial.value_or(0)) + "\n" + decision.text;
    if (decision.text.empty()) {
        text += std::to_string(decision.chosen.mean_us) + " " +
                std::to_string(decision.chosen.stddev_us) + " " + std::to_string(decision.gap);
        for (const auto model : decision.models) {
            text += " " + std::to_string(model);
        }
    }
    return text;
}

Added write(const Database& database, const Decision& decision) {
    const auto assembly = write(database, decision.chosen.assembly).id;
    const auto identity = identity_of(decision, assembly);
    Statement find(database, "SELECT id FROM decision WHERE identity = ?");
    find.bind(identity);
    if (find.next()) {
        return {find.integer(0), false};
    }
    Statement insert(database,
                     "INSERT INTO decision (identity, name, experiment, trial, assembly, "
                     "predicted_us, stddev_us, level, interval_min_us, interval_max_us, "
                     "is_optimal, gap, runner_up, runner_up_us, runner_up_better_probability, "
                     "json) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
    insert.bind(identity).bind(decision.name);
    insert.bind(decision.experiment.empty()
                    ? std::nullopt
                    : std::optional(named_row(database, "experiment", decision.experiment)));
    insert.bind(decision.trial).bind(assembly).bind(decision.chosen.mean_us);
    insert.bind(decision.chosen.stddev_us).bind(decision.level);
    insert.bind(decision.chosen.interval_min_us).bind(decision.chosen.interval_max_us);
    insert.bind(decision.is_optimal ? 1 : 0).bind(decision.gap);
    if (decision.runner_up) {
        insert.bind(write(database, decision.runner_up->assembly).id);
        insert.bind(decision.runner_up->mean_us).bind(decision.runner_up_better_probability);
    } else {
        insert.bind_nothing().bind_nothing().bind_nothing();
    }
    insert.bind(decision.text).run();
    const auto id = database.last_id();
    Statement model(database, "INSERT OR IGNORE INTO decision_model VALUES (?, ?)");
    for (const auto one : decision.models) {
        model.bind(id).bind(one).run();
    }
    return {id, true};
}

} // namespace

Added KnowledgeBase::add(const Assembly& assembly) {
    Transaction transaction(connection_->database);
    const auto added = write(connection_->database, assembly);
    transaction.commit();
    return added;
}

Added KnowledgeBase::add(const Decision& decision) {
    Transaction transaction(connection_->database);
    const auto added = write(connection_->database, decision);
    transaction.commit();
    return added;
}

} // namespace proxima::knowledge
