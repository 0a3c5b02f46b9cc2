// A file with what is known of components: experiments, machines, statistics, models, decisions.
// SCHEMA.md describes what is in it.
//
//     auto base = KnowledgeBase::open_or_create("proxima.kb");
//     rundir::ReadOutcome outcome;
//     const auto run = rundir::RunDirectory::open("run1");
//     base.add(read_trial(run, {.experiment = "sizes", .metadata = {{"n", "100"}}}, outcome));
//
// Each add() is one transaction: all of it is there afterwards, or nothing, whatever happens to
// the process, and however many others add to the same file. All members throw Error.
// Ownership: has its connection to the file. Thread-safety: one thread at a time; other threads
// and processes may have the same file open.
#pragma once

#include <proxima/knowledge/decision.hpp>
#include <proxima/knowledge/error.hpp>
#include <proxima/knowledge/machine.hpp>
#include <proxima/knowledge/trial.hpp>
#include <proxima/model/model.hpp>

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace proxima::knowledge {

struct Added {
    std::int64_t id = 0;
    bool is_new = false; ///< false: the base had it already, and is as it was
};

/// A cell of an answer: nothing, a number, or a text.
using Value = std::variant<std::monostate, std::int64_t, double, std::string>;

/// Receives an answer, a row at a time. What it throws ends the query and passes through.
class RowVisitor {
public:
    RowVisitor() = default;
    RowVisitor(const RowVisitor&) = delete;
    RowVisitor& operator=(const RowVisitor&) = delete;
    virtual ~RowVisitor() = default;

    /// Once, before the rows.
    virtual void columns(const std::vector<std::string>& names) = 0;
    virtual void row(const std::vector<Value>& cells) = 0;
};

/// A range that a parameter must be in.
struct ParameterFilter {
    std::string name;
    std::optional<double> low; ///< both included; unset: no limit
    std::optional<double> high;
    std::optional<std::string> text; ///< or it is called so
};

/// Names may be globs (`*`, `?`); empty: all.
struct Filter {
    std::string component;
    std::string implementation;
    std::string port;
    std::string method;
    std::string machine; ///< part of its description, or a host
    std::string experiment;
    std::string trial;
    std::string metric; ///< of models
    std::vector<ParameterFilter> parameters;
    bool by_trial = false; ///< else equal invocations of all trials are one row
};

struct StoredModel {
    std::int64_t id = 0;
    model::Model model;
    Machine machine;   ///< that it was measured on
    std::string added; ///< ISO 8601, UTC
};

class KnowledgeBase {
public:
    /// For reading. The file must be there, and does not change.
    static KnowledgeBase open(const std::filesystem::path& file);
    /// For adding and reading.
    static KnowledgeBase open_or_create(const std::filesystem::path& file);

    KnowledgeBase(KnowledgeBase&& other) noexcept;
    KnowledgeBase& operator=(KnowledgeBase&& other) noexcept;
    ~KnowledgeBase();

    /// `progress` is called once in a while with rows written and rows to be written.
    Added add(const Trial& trial,
              const std::function<void(std::uint64_t, std::uint64_t)>& progress = {});
    /// One entry for each of `models`. `machine` is what they were measured on if neither the
    /// runs of their evidence, where the base has them, nor its text say so.
    std::vector<Added> add(const std::vector<model::Model>& models, const Machine& machine = {});
    Added add(const Assembly& assembly);
    Added add(const Decision& decision);

    /// The trial of this run, if the base has it.
    std::optional<std::int64_t> find_trial(const std::string& identity) const;

    /// Statistics of invocations.
    void query(const Filter& filter, RowVisitor& visitor) const;
    /// One statement, which can only read, in SQLite's SQL.
    void sql(std::string_view statement, RowVisitor& visitor) const;
    /// All rows of a table or view of SCHEMA.md.
    void rows(const std::string& table, RowVisitor& visitor) const;
    /// The tables, in an order in which none refers to a later one.
    static std::span<const char* const> tables();

    /// Machines with `part` in their description, or a host that is called so.
    std::vector<Machine> machines(const std::string& part) const;

    /// Of each component, implementation, method and metric those that were added last; `all`:
    /// every one. Models of `machine`, if it is given, go before others.
    std::vector<StoredModel> models(const Filter& filter, bool all = false,
                                    const std::optional<Machine>& machine = {}) const;

private:
    struct Connection;
    explicit KnowledgeBase(std::unique_ptr<Connection> connection);

    std::unique_ptr<Connection> connection_;
};

} // namespace proxima::knowledge
