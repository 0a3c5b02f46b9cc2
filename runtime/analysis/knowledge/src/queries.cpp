#include "database.hpp"

#include <proxima/fit/model_file.hpp>

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

namespace proxima::knowledge {
namespace {

// Collects the conditions of a query and the values for their `?`.
class Where {
public:
    void add(const std::string& condition, const std::vector<Value>& values) {
        text_ += (text_.empty() ? " WHERE " : " AND ") + condition;
        values_.insert(values_.end(), values.begin(), values.end());
    }

    void add_name(const std::string& column, const std::string& wanted) {
        if (!wanted.empty()) {
            add("means(?, " + column + ")", {wanted});
        }
    }

    // Names of models already have the types of overloaded methods, so their `signature` is empty.
    void add_methods(const std::vector<std::string>& wanted, const std::string& signature) {
        std::string any;
        for (std::size_t i = 0; i < wanted.size(); ++i) {
            any +=
                (i == 0 ? "" : " OR ") + ("means(?, component, port, method, " + signature) + ")";
        }
        if (!any.empty()) {
            add("(" + any + ")", {wanted.begin(), wanted.end()});
        }
    }

    void add_part(const std::string& text, const std::string& part) {
        if (!part.empty()) {
            add("instr(lower(" + text + "), lower(?)) > 0", {part});
        }
    }

    // Compares numbers and ranges; a range of values is stored as an array of its limits.
    void add_parameter(const ParameterFilter& filter) {
        std::string condition = "EXISTS (SELECT 1 FROM json_each(parameters) WHERE key = ?";
        std::vector<Value> values{filter.name};
        const auto add_condition = [&](const char* text, const auto& value) {
            if (value) {
                condition += text;
                values.emplace_back(*value);
            }
        };
        add_condition(" AND value = ?", filter.text);
        add_condition(" AND type IN ('integer', 'real', 'array') AND "
                      "CASE type WHEN 'array' THEN value ->> 1 ELSE value END >= ?",
                      filter.low);
        add_condition(" AND type IN ('integer', 'real', 'array') AND "
                      "CASE type WHEN 'array' THEN value ->> 0 ELSE value END <= ?",
                      filter.high);
        add(condition + ")", values);
    }

    const std::string& text() const { return text_; }
    const std::vector<Value>& values() const { return values_; }

private:
    std::string text_;
    std::vector<Value> values_;
};

Where where_of(const RowFilter& filter, const std::string& signature) {
    Where where;
    where.add_name("component", filter.component);
    where.add_name("implementation", filter.implementation);
    where.add_methods(filter.methods, signature);
    return where;
}

// Orders rows by the values of the first three parameters, as numbers and not as text.
std::string by_parameters() {
    std::string order;
    for (const char* const which : {"0", "1", "2"}) {
        order += "(SELECT CASE type WHEN 'array' THEN value ->> 0 ELSE value END "
                 "FROM json_each(statistics.parameters) LIMIT 1 OFFSET " +
                 std::string(which) + "), ";
    }
    return order + "statistics.parameters";
}

// Selects the parameters as text: `mode=strided, n=16..31`.
constexpr const char* parameters_text =
    "(SELECT group_concat(key || '=' || CASE type WHEN 'array' THEN (value ->> 0) || '..' || "
    "coalesce(value ->> 1, '') ELSE value END, ', ') FROM json_each(statistics.parameters))";

constexpr const char* sums =
    "sum(calls) AS calls, sum(total_us) / sum(calls) AS mean_us, "
    "sqrt(max(sum(calls * (stddev_us * stddev_us + mean_us * mean_us)) / sum(calls) - "
    "pow(sum(total_us) / sum(calls), 2), 0)) AS stddev_us, "
    "min(min_us) AS min_us, max(max_us) AS max_us, sum(total_us) AS total_us, "
    "CASE WHEN count(communication_us) = count(*) THEN sum(communication_us) END "
    "AS communication_us FROM statistics";

std::string text_in(const std::vector<Value>& row, std::size_t column) {
    const auto* text = std::get_if<std::string>(&row[column]);
    return text == nullptr ? std::string() : *text;
}

struct Candidate {
    StoredModel stored;
    std::int64_t batch;
};

Candidate candidate_of(const std::vector<Value>& row, const std::filesystem::path& file) {
    const auto id = std::get<std::int64_t>(row[0]);
    try {
        auto models =
            fit::parse_models(file, "{\"format\": 1, \"models\": [" + text_in(row, 3) + "]}");
        return {{std::move(models.at(0)), text_in(row, 2)}, std::get<std::int64_t>(row[1])};
    } catch (const base::Error&) { // its place refers to a temporary text
        throw base::Error(file,
                          "model " + std::to_string(id) + " is damaged; take a copy that is whole");
    }
}

// Keeps the latest models of each method and metric; models of `machine` take precedence.
void keep_latest(std::vector<Candidate>& candidates, const Machine& machine) {
    const auto key_of = [](const Candidate& one) {
        const auto& model = one.stored.model;
        return std::tuple(model.component, model.implementation, model.port, model.method,
                          model.metric);
    };
    const auto rank_of = [&](const Candidate& one) {
        return std::pair(is_same(machine_of_evidence(one.stored.machine), machine), one.batch);
    };
    std::map<decltype(key_of(candidates[0])), decltype(rank_of(candidates[0]))> best;
    for (const auto& one : candidates) {
        auto& known = best.try_emplace(key_of(one), rank_of(one)).first->second;
        known = std::max(known, rank_of(one));
    }
    std::erase_if(candidates,
                  [&](const Candidate& one) { return rank_of(one) != best.at(key_of(one)); });
}

} // namespace

QueryRows KnowledgeBase::sql(const std::string& statement, const std::vector<Value>& values) const {
    return database_->run_reading(statement, values);
}

QueryRows KnowledgeBase::statistics(const RowFilter& filter) const {
    auto where = where_of(filter, "signature");
    where.add_name("experiment", filter.experiment);
    where.add_name("run", filter.run);
    where.add_part("machine || ' ' || host", filter.machine);
    for (const auto& parameter : filter.parameters) {
        where.add_parameter(parameter);
    }
    return database_->run(
        "SELECT machine, component, implementation, method, " + std::string(parameters_text) +
            " AS parameters, count(DISTINCT run_id) AS runs, " + sums + where.text() +
            " GROUP BY component, implementation, port, method, signature, "
            "statistics.parameters, machine"
            " ORDER BY component, implementation, method, machine, " +
            by_parameters(),
        where.values());
}

std::vector<StoredModel> KnowledgeBase::models(const RowFilter& filter, bool all,
                                               const Machine& machine) const {
    auto where = where_of(filter, "''");
    where.add_name("metric", filter.metric);
    where.add_part("machine", filter.machine);
    const auto found =
        database_->run("SELECT id, batch, machine, "
                       "(SELECT document FROM model WHERE model.id = models.id) FROM models" +
                           where.text() + " ORDER BY component, implementation, method, metric, id",
                       where.values());
    std::vector<Candidate> candidates;
    for (const auto& row : found.rows) {
        candidates.push_back(candidate_of(row, database_->file()));
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
