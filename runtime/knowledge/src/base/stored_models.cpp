#include "base/connection.hpp"
#include "base/name_filter.hpp"

#include <proxima/model/model_file.hpp>

#include <algorithm>
#include <map>
#include <tuple>

namespace proxima::knowledge {
namespace {

constexpr const char* machine_columns =
    "machine.processor, machine.processors, machine.memory_bytes, machine.system, "
    "(SELECT min(host) FROM machine_host AS h WHERE h.machine = machine.id) ";
constexpr const char* has_host = "EXISTS (SELECT 1 FROM machine_host AS h "
                                 "WHERE h.machine = machine.id AND h.host GLOB ?)";
constexpr const char* model_columns =
    "SELECT model.id, model.json, model.added, max(model_addition.addition), ";
constexpr const char* model_tables =
    "FROM model JOIN component ON component.id = model.component "
    "JOIN implementation ON implementation.id = model.implementation "
    "JOIN model_addition ON model_addition.model = model.id "
    "LEFT JOIN machine ON machine.id = model.machine";

struct Candidate {
    StoredModel stored;
    std::int64_t addition;
};

/// From the columns of a row that begin at `first`.
Machine machine_at(const Statement& row, int first) {
    return {row.text(first), static_cast<std::uint64_t>(row.integer(first + 1)),
            static_cast<std::uint64_t>(row.integer(first + 2)), row.text(first + 3),
            row.text(first + 4)};
}

model::Model model_in(const std::string& json, const std::string& id,
                      const std::filesystem::path& file) {
    try {
        auto models = model::parse_models(file, json);
        if (models.size() == 1) {
            return std::move(models.front());
        }
    } catch (const model::Error&) { // its places are not those of a file that anybody has
    }
    throw Error(file, "model " + id + " is damaged; take a copy that is whole");
}

Candidate read(const Statement& row, const std::filesystem::path& file) {
    constexpr int machine = 4;
    StoredModel stored;
    stored.id = row.integer(0);
    stored.model = model_in(row.text(1), row.text(0), file);
    stored.added = row.text(2);
    stored.machine = machine_at(row, machine);
    return {std::move(stored), row.integer(3)};
}

/// Of models of the same, those that were added together last; of `machine` if there are any.
void keep_latest(std::vector<Candidate>& candidates, const std::optional<Machine>& machine) {
    using Rank = std::pair<bool, std::int64_t>;
    using Key = std::tuple<std::string, std::string, std::string, std::string, std::string>;
    const auto key_of = [](const Candidate& one) {
        const auto& model = one.stored.model;
        return Key(model.component, model.implementation, model.port, model.method, model.metric);
    };
    const auto rank_of = [&](const Candidate& one) {
        return Rank(machine && is_same(one.stored.machine, *machine), one.addition);
    };
    std::map<Key, Rank> best;
    for (const auto& one : candidates) {
        auto& known = best.try_emplace(key_of(one), rank_of(one)).first->second;
        known = std::max(known, rank_of(one));
    }
    std::erase_if(candidates,
                  [&](const Candidate& one) { return rank_of(one) != best.at(key_of(one)); });
}

} // namespace

std::vector<Machine> KnowledgeBase::machines(const std::string& part) const {
    NameFilter where;
    where.add_machine("machine.description", has_host, part);
    Statement select(connection_->database, std::string("SELECT ") + machine_columns +
                                                "FROM machine" + where.text() +
                                                " ORDER BY machine.id");
    where.bind(select);
    std::vector<Machine> machines;
    while (select.next()) {
        machines.push_back(machine_at(select, 0));
    }
    return machines;
}

std::vector<StoredModel> KnowledgeBase::models(const Filter& filter, bool all,
                                               const std::optional<Machine>& machine) const {
    NameFilter where;
    where.add_names("component.name", filter.component);
    where.add_names("implementation.name", filter.implementation);
    where.add_names("model.port", filter.port);
    where.add_names("model.method", filter.method);
    where.add_names("model.metric", filter.metric);
    where.add_machine("coalesce(machine.description, '')", has_host, filter.machine);
    if (!filter.experiment.empty()) {
        where.add("EXISTS (SELECT 1 FROM model_run AS r JOIN trial ON trial.id = r.trial "
                  "JOIN experiment ON experiment.id = trial.experiment "
                  "WHERE r.model = model.id AND experiment.name GLOB ?)",
                  {filter.experiment});
    }
    Statement select(connection_->database, std::string(model_columns) + machine_columns +
                                                model_tables + where.text() +
                                                " GROUP BY model.id ORDER BY component.name, "
                                                "implementation.name, model.method, model.metric, "
                                                "model.id");
    where.bind(select);
    std::vector<Candidate> candidates;
    while (select.next()) {
        candidates.push_back(read(select, connection_->database.file()));
    }
    if (!all) {
        keep_latest(candidates, machine);
    }
    std::vector<StoredModel> models;
    for (auto& one : candidates) {
        models.push_back(std::move(one.stored));
    }
    return models;
}

} // namespace proxima::knowledge
