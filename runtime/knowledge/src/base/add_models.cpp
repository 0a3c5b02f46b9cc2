#include "base/connection.hpp"

#include <proxima/model/model_file.hpp>

#include <set>

namespace proxima::knowledge {
namespace {

std::string text_of(const std::vector<model::Condition>& conditions) {
    std::string text;
    for (const auto& one : conditions) {
        text += (text.empty() ? "" : ", ") + one.parameter + "=" + one.value;
    }
    return text;
}

/// Writes models, within a transaction.
class ModelWriter {
public:
    ModelWriter(const Database& database, const Machine& otherwise)
        : database_(database), otherwise_(otherwise) {}

    std::vector<Added> write(const std::vector<model::Model>& models) {
        std::vector<Added> added;
        bool any_new = false;
        for (const auto& model : models) {
            added.push_back(write(model));
            any_new = any_new || added.back().is_new;
        }
        if (any_new) {
            write_addition(added);
        }
        return added;
    }

private:
    Added write(const model::Model& model) {
        const auto json = model::models_text({model});
        Statement find(database_, "SELECT id FROM model WHERE json = ?");
        find.bind(json);
        if (find.next()) {
            return {find.integer(0), false};
        }
        const auto runs = runs_of(model);
        Statement insert(database_,
                         "INSERT INTO model (component, implementation, port, method, metric, "
                         "unit, conditions, mean, stddev, machine, points, distinct_points, "
                         "repetitions, outliers, family, explained, relative_error, source, json) "
                         "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
        const auto implementation = named_row(database_, "implementation", model.implementation);
        insert.bind(named_row(database_, "component", model.component)).bind(implementation);
        insert.bind(model.port).bind(model.method).bind(model.metric).bind(model.unit);
        const auto conditions = text_of(model.conditions);
        insert.bind(conditions).bind(model.mean.text());
        insert.bind(model.stddev ? std::optional(std::string_view(model.stddev->text()))
                                 : std::nullopt);
        insert.bind(machine_of(model, runs));
        insert.bind(model.evidence.points).bind(model.evidence.distinct);
        insert.bind(model.evidence.repetitions).bind(model.evidence.outliers);
        insert.bind(model.fit ? std::string_view(model.fit->family) : std::string_view());
        insert.bind(model.fit ? std::optional(model.fit->explained) : std::nullopt);
        insert.bind(model.fit ? std::optional(model.fit->relative_error) : std::nullopt);
        insert.bind(model.evidence.source).bind(json).run();
        const auto id = database_.last_id();
        write_inputs(id, model);
        write_runs(id, runs);
        write_implementation(implementation, model);
        return {id, true};
    }

    struct Run {
        std::string source;
        std::optional<std::int64_t> trial;
        std::optional<std::int64_t> machine;
    };

    std::vector<Run> runs_of(const model::Model& model) {
        Statement find(database_, "SELECT id, machine FROM trial WHERE source = ? "
                                  "ORDER BY id DESC LIMIT 1");
        std::vector<Run> runs;
        for (const auto& source : model.evidence.runs) {
            std::error_code error;
            const auto place = std::filesystem::weakly_canonical(source, error).string();
            Run run{source, {}, {}};
            find.bind(place);
            if (find.next()) {
                run.trial = find.integer(0);
                run.machine = find.is_nothing(1) ? std::nullopt : std::optional(find.integer(1));
            }
            find.reset();
            runs.push_back(std::move(run));
        }
        return runs;
    }

    /// That of the runs, if the base has them; else the one that the evidence names.
    std::optional<std::int64_t> machine_of(const model::Model& model,
                                           const std::vector<Run>& runs) {
        std::set<std::int64_t> machines;
        for (const auto& run : runs) {
            if (run.machine) {
                machines.insert(*run.machine);
            }
        }
        const auto& text = model.evidence.machine;
        const auto named = machine_of_evidence(text);
        const bool are_several = text.find("; ") != std::string::npos && !is_known(named);
        if (machines.size() > 1 || are_several) {
            return std::nullopt;
        }
        if (!machines.empty()) {
            return *machines.begin();
        }
        return text.empty() ? machine_row(database_, otherwise_) : named_machine(named);
    }

    /// A machine that is known better than the text says, if there is one only.
    std::optional<std::int64_t> named_machine(const Machine& machine) {
        Statement find(database_, "SELECT id FROM machine JOIN machine_host ON machine = id "
                                  "WHERE processor = ? AND host = ? LIMIT 2");
        find.bind(machine.processor).bind(machine.host);
        if (find.next()) {
            const auto id = find.integer(0);
            if (!find.next()) {
                return id;
            }
        }
        return machine_row(database_, machine);
    }

    void write_inputs(std::int64_t id, const model::Model& model) {
        Statement insert(database_, "INSERT INTO model_input VALUES (?, ?, ?, ?, ?, ?)");
        for (std::size_t i = 0; i < model.inputs.size(); ++i) {
            const auto& input = model.inputs[i];
            insert.bind(id).bind(static_cast<std::int64_t>(i)).bind(input.name);
            insert.bind(input.parameter);
            insert.bind(input.domain ? std::optional(input.domain->min) : std::nullopt);
            insert.bind(input.domain ? std::optional(input.domain->max) : std::nullopt).run();
        }
    }

    void write_runs(std::int64_t id, const std::vector<Run>& runs) {
        Statement insert(database_, "INSERT INTO model_run VALUES (?, ?, ?, ?)");
        for (std::size_t i = 0; i < runs.size(); ++i) {
            insert.bind(id).bind(static_cast<std::int64_t>(i)).bind(runs[i].source);
            insert.bind(runs[i].trial).run();
        }
    }

    void write_implementation(std::int64_t implementation, const model::Model& model) {
        Statement port(database_, "INSERT OR IGNORE INTO implementation_port VALUES (?, ?)");
        if (!model.port.empty()) {
            port.bind(implementation).bind(model.port).run();
        }
        Statement quality(database_, "INSERT OR REPLACE INTO implementation_quality "
                                     "VALUES (?, ?, ?)");
        for (const auto& [name, value] : model.quality) {
            quality.bind(implementation).bind(name).bind(value).run();
        }
    }

    /// Models that were added together belong together, as the parts of a split do.
    void write_addition(const std::vector<Added>& added) {
        Statement last(database_, "SELECT coalesce(max(addition), 0) FROM model_addition");
        last.next();
        const auto addition = last.integer(0) + 1;
        Statement insert(database_, "INSERT OR IGNORE INTO model_addition VALUES (?, ?)");
        for (const auto& one : added) {
            insert.bind(addition).bind(one.id).run();
        }
    }

    const Database& database_;
    const Machine& otherwise_;
};

} // namespace

std::vector<Added> KnowledgeBase::add(const std::vector<model::Model>& models,
                                      const Machine& machine) {
    Transaction transaction(connection_->database);
    auto added = ModelWriter(connection_->database, machine).write(models);
    transaction.commit();
    return added;
}

} // namespace proxima::knowledge
