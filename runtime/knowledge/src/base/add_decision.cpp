#include "base/connection.hpp"

#include <array>
#include <charconv>

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

/// With as many digits as tell it from others.
std::string exact(double number) {
    std::array<char, 32> text{};
    const auto end = std::to_chars(text.data(), text.data() + text.size(), number).ptr;
    return {text.data(), end};
}

std::string identity_of(const Prediction& prediction) {
    return identity_of(prediction.assembly) + exact(prediction.mean_us) + " " +
           exact(prediction.stddev_us) + " " + exact(prediction.interval_min_us) + " " +
           exact(prediction.interval_max_us) + "\n";
}

/// What tells a decision from others: all that was predicted, to the last digit; not what somebody
/// calls it, so that the same answer is one decision whoever adds it.
std::string identity_of(const Decision& decision) {
    return identity_of(decision.chosen) + exact(decision.level) + " " + exact(decision.gap) + "\n" +
           (decision.runner_up ? identity_of(*decision.runner_up) : "");
}

Added write(const Database& database, const Decision& decision) {
    const auto assembly = write(database, decision.chosen.assembly).id;
    const auto identity = identity_of(decision);
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
