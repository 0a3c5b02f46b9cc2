#include "base/connection.hpp"

#include <algorithm>
#include <numeric>
#include <unordered_map>

namespace proxima::knowledge {
namespace {

constexpr std::uint64_t rows_between_reports = 16384;
constexpr std::int64_t total_index = -2; // as TAUdb has it

/// `n=16..31, mode=strided`, by name.
std::string text_of(const std::vector<ParameterRange>& parameters) {
    std::vector<const ParameterRange*> sorted;
    for (const auto& one : parameters) {
        sorted.push_back(&one);
    }
    std::sort(sorted.begin(), sorted.end(),
              [](const auto* left, const auto* right) { return left->name < right->name; });
    std::string text;
    for (const auto* one : sorted) {
        text += (text.empty() ? "" : ", ") + one->name + "=" + one->text;
    }
    return text;
}

/// Writes one trial, within a transaction.
class TrialWriter {
public:
    using Report = std::function<void(std::uint64_t, std::uint64_t)>;

    TrialWriter(const Database& database, const Trial& trial, const Report& report)
        : database_(database), trial_(trial), report_(report) {
        total_ = trial.call_paths.size() + trial.call_data.size() + trial.statistics.size();
    }

    std::int64_t write() {
        write_trial();
        write_threads();
        write_metrics();
        write_timers();
        write_call_paths();
        write_call_data();
        write_statistics();
        write_counters();
        return id_;
    }

private:
    void write_trial() {
        Statement insert(database_,
                         "INSERT INTO trial (experiment, name, identity, source, machine, host, "
                         "assembly, started, duration_us, ranks, is_complete) "
                         "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
        insert.bind(named_row(database_, "experiment", trial_.experiment));
        insert.bind(trial_.name).bind(trial_.identity).bind(trial_.source);
        insert.bind(machine_row(database_, trial_.machine)).bind(trial_.machine.host);
        insert.bind(trial_.assembly).bind(trial_.started).bind(trial_.duration_us);
        insert.bind(trial_.ranks).bind(trial_.is_complete ? 1 : 0).run();
        id_ = database_.last_id();
        Statement metadata(database_, "INSERT INTO primary_metadata VALUES (?, ?, ?)");
        for (const auto& [name, value] : trial_.metadata) {
            metadata.bind(id_).bind(name).bind(value).run();
        }
    }

    void write_threads() {
        Statement insert(database_, "INSERT INTO thread (trial, node_rank, thread_rank, "
                                    "thread_index) VALUES (?, ?, ?, ?)");
        std::int64_t index = 0;
        for (const auto& thread : trial_.threads) {
            insert.bind(id_).bind(thread.rank).bind(thread.lane);
            insert.bind(thread.is_total ? total_index : index++).run();
            threads_.push_back(database_.last_id());
        }
    }

    void write_metrics() {
        Statement insert(database_, "INSERT INTO metric (trial, name, unit) VALUES (?, ?, ?)");
        for (const auto& metric : trial_.metrics) {
            insert.bind(id_).bind(metric.name).bind(metric.unit).run();
            metrics_.push_back(database_.last_id());
        }
    }

    std::int64_t known_row(const char* table, const std::string& name) {
        const auto [entry, is_new] = rows_[table].try_emplace(name, 0);
        if (is_new) {
            entry->second = named_row(database_, table, name);
        }
        return entry->second;
    }

    void write_timers() {
        Statement insert(database_,
                         "INSERT INTO timer (trial, name, component, implementation, port, "
                         "method, signature) VALUES (?, ?, ?, ?, ?, ?, ?)");
        Statement port(database_, "INSERT OR IGNORE INTO implementation_port VALUES (?, ?)");
        Statement parameter(database_, "INSERT INTO timer_parameter VALUES (?, ?, ?, ?)");
        for (const auto& timer : trial_.timers) {
            const auto implementation = known_row("implementation", timer.implementation);
            insert.bind(id_).bind(timer.name).bind(known_row("component", timer.component));
            insert.bind(implementation).bind(timer.port).bind(timer.method);
            insert.bind(timer.signature).run();
            timers_.push_back(database_.last_id());
            port.bind(implementation).bind(timer.port).run();
            for (std::size_t i = 0; i < timer.parameters.size(); ++i) {
                parameter.bind(timers_.back()).bind(static_cast<std::int64_t>(i));
                parameter.bind(timer.parameters[i].name).bind(timer.parameters[i].type).run();
            }
        }
    }

    void write_call_paths() {
        Statement insert(database_, "INSERT INTO timer_callpath (timer, parent) VALUES (?, ?)");
        Statement metadata(database_, "INSERT INTO secondary_metadata VALUES (?, ?, ?, ?)");
        for (const auto& path : trial_.call_paths) {
            insert.bind(timers_.at(path.timer));
            if (path.parent == CallPath::no_parent) {
                insert.bind_nothing();
            } else {
                insert.bind(call_paths_.at(path.parent));
            }
            insert.run();
            call_paths_.push_back(database_.last_id());
            if (!path.binding.empty()) {
                const std::pair<const char*, const std::string&> ends[] = {
                    {"user", path.binding.user},
                    {"uses port", path.binding.uses_port},
                    {"provides port", path.binding.provides_port}};
                for (const auto& [name, value] : ends) {
                    metadata.bind(id_).bind(call_paths_.back()).bind(name).bind(value).run();
                }
            }
            count_row();
        }
    }

    void write_call_data() {
        Statement insert(database_, "INSERT INTO timer_call_data (timer_callpath, thread, calls, "
                                    "subroutines, minimum, maximum, mean, stddev) "
                                    "VALUES (?, ?, ?, ?, ?, ?, ?, ?)");
        Statement value(database_, "INSERT INTO timer_value VALUES (?, ?, ?, ?)");
        for (const auto& data : trial_.call_data) {
            insert.bind(call_paths_.at(data.call_path)).bind(threads_.at(data.thread));
            insert.bind(data.calls).bind(data.subroutines).bind(data.min_us).bind(data.max_us);
            insert.bind(data.mean_us).bind(data.stddev_us).run();
            const auto row = database_.last_id();
            for (std::size_t i = 0; i < data.values.size(); ++i) {
                value.bind(row).bind(metrics_.at(i)).bind(data.values[i].inclusive);
                value.bind(data.values[i].exclusive).run();
            }
            count_row();
        }
    }

    /// By the texts of the parameters, so that the index over them grows in its own order.
    void write_statistics() {
        std::vector<std::string> texts;
        for (const auto& one : trial_.statistics) {
            texts.push_back(text_of(one.parameters));
        }
        std::vector<std::size_t> order(texts.size());
        std::iota(order.begin(), order.end(), std::size_t{0});
        std::sort(order.begin(), order.end(), [&](std::size_t left, std::size_t right) {
            const int difference = texts[left].compare(texts[right]);
            return difference != 0 ? difference < 0 : left < right;
        });
        Statement insert(database_, "INSERT INTO invocation_statistics VALUES "
                                    "(?, ?, ?, ?, ?, ?, ?, ?)");
        std::int64_t set = 0;
        const std::string* text_of_set = nullptr;
        for (const auto i : order) {
            const auto& one = trial_.statistics[i];
            if (text_of_set == nullptr || *text_of_set != texts[i]) {
                set = parameter_set(texts[i], one.parameters);
                text_of_set = &texts[i];
            }
            insert.bind(timers_.at(one.timer)).bind(set).bind(one.calls).bind(one.sum_us);
            insert.bind(one.sum_of_squares_us2).bind(one.min_us).bind(one.max_us);
            insert.bind(one.communication_us).run();
            count_row();
        }
    }

    std::int64_t parameter_set(const std::string& text,
                               const std::vector<ParameterRange>& parameters) {
        insert_set_.bind(text).run();
        if (!database_.has_changed()) {
            find_set_.bind(text).next();
            const auto id = find_set_.integer(0);
            find_set_.reset();
            return id;
        }
        const auto id = database_.last_id();
        for (const auto& one : parameters) {
            insert_value_.bind(id).bind(one.name).bind(one.low).bind(one.high).bind(one.text);
            insert_value_.run();
        }
        return id;
    }

    void write_counters() {
        Statement counter(database_, "INSERT OR IGNORE INTO counter (trial, name) VALUES (?, ?)");
        Statement find(database_, "SELECT id FROM counter WHERE trial = ? AND name = ?");
        Statement value(database_, "INSERT OR REPLACE INTO counter_value VALUES "
                                   "(?, ?, ?, ?, ?, ?, ?)");
        for (const auto& one : trial_.counters) {
            counter.bind(id_).bind(one.name).run();
            find.bind(id_).bind(one.name).next();
            value.bind(find.integer(0)).bind(one.rank).bind(one.samples).bind(one.min);
            value.bind(one.max).bind(one.mean).bind(one.stddev).run();
            find.reset();
        }
    }

    void count_row() {
        if (++written_ % rows_between_reports == 0 && report_) {
            report_(written_, total_);
        }
    }

    const Database& database_;
    const Trial& trial_;
    const Report& report_;
    std::uint64_t written_ = 0;
    std::uint64_t total_ = 0;
    std::int64_t id_ = 0;
    std::vector<std::int64_t> threads_;
    std::vector<std::int64_t> metrics_;
    std::vector<std::int64_t> timers_;
    std::vector<std::int64_t> call_paths_;
    std::unordered_map<std::string, std::unordered_map<std::string, std::int64_t>> rows_;
    Statement insert_set_{database_, "INSERT OR IGNORE INTO parameter_set (text) VALUES (?)"};
    Statement find_set_{database_, "SELECT id FROM parameter_set WHERE text = ?"};
    Statement insert_value_{database_, "INSERT OR IGNORE INTO parameter_value VALUES "
                                       "(?, ?, ?, ?, ?)"};
};

} // namespace

Added KnowledgeBase::add(const Trial& trial,
                         const std::function<void(std::uint64_t, std::uint64_t)>& progress) {
    Transaction transaction(connection_->database);
    if (const auto known = find_trial(trial.identity)) {
        return {*known, false};
    }
    const auto id = TrialWriter(connection_->database, trial, progress).write();
    transaction.commit();
    return {id, true};
}

} // namespace proxima::knowledge
