// Stores runs, models and decisions about components in one SQLite file. SCHEMA.md describes it.
//
//     auto facts = knowledge::KnowledgeBase::open_or_create("proxima.kb");
//     rundir::ReadOutcome outcome;
//     const auto directory = rundir::RunDirectory::open("run1");
//     facts.add(knowledge::read_run(directory, {.experiment = "sizes"}, outcome));
//     facts.sql("SELECT run, mean_us FROM methods WHERE component = ?", {"flux"});
//
// Units: microseconds, as the names of columns say.
// Ownership: an object owns its connection to the file.
// Thread safety: one thread at a time; other threads and processes may have the same file open.
// Errors: all members throw base::Error. Each add() is one transaction: it stores everything or
// nothing, even if the process is killed or others add to the same file.
#pragma once

#include <proxima/base/error.hpp>
#include <proxima/fit/model.hpp>
#include <proxima/knowledge/machine.hpp>
#include <proxima/knowledge/run.hpp>

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace proxima::knowledge {

struct Added {
    std::int64_t id = 0;
    bool is_new = false; ///< false if the base had it already
};

/// A cell of an answer: null, a number, or a text.
using Value = std::variant<std::monostate, std::int64_t, double, std::string>;

struct QueryRows {
    std::vector<std::string> names; ///< names of the columns
    std::vector<std::vector<Value>> rows;
};

/// Selects rows by the value of a parameter.
struct ParameterFilter {
    std::string name;
    std::optional<double> low; ///< least value, included; unset: no limit
    std::optional<double> high;
    std::optional<std::string> text; ///< exact text, for parameters with names
};

/// Selects rows. Names may be globs (`*`, `?`) or the end of a qualified name, see base::means();
/// empty ones select all.
struct RowFilter {
    std::string component = {};
    std::string implementation = {};
    std::vector<std::string> methods = {}; ///< `instance.method`, `port::method` or an end of it
    std::string machine = {};              ///< part of the machine's description
    std::string metric = {};               ///< applies to models
    std::string experiment = {};           ///< applies to runs
    std::string run = {};                  ///< applies to runs
    std::vector<ParameterFilter> parameters = {}; ///< apply to statistics of runs
};

struct StoredModel {
    fit::Model model;
    std::string machine; ///< where it was measured: `HOST, PROCESSOR`; empty: unknown
};

/// An answer of `proxima select --json`, and the models and run behind it.
struct Decision {
    std::string name;
    std::string experiment;           ///< may be empty
    std::string document;             ///< the answer in JSON
    std::vector<std::int64_t> models; ///< Added::id of each model
    std::optional<std::int64_t> run;  ///< Added::id of the run whose calls were predicted
};

class Database;

class KnowledgeBase {
public:
    /// Opens an existing file for reading only.
    static KnowledgeBase open(const std::filesystem::path& file);
    /// Opens a file for adding and reading; creates it if needed.
    static KnowledgeBase open_or_create(const std::filesystem::path& file);

    KnowledgeBase(const KnowledgeBase&) = delete;
    KnowledgeBase& operator=(const KnowledgeBase&) = delete;
    KnowledgeBase(KnowledgeBase&& other) noexcept;
    KnowledgeBase& operator=(KnowledgeBase&& other) noexcept;
    ~KnowledgeBase();

    Added add(StoredRun run);
    /// Returns one entry for each of `models`, and makes these the latest ones.
    std::vector<Added> add(const std::vector<fit::Model>& models);
    Added add(const Decision& decision);

    /// Runs one statement of SQLite's SQL, which can only read, with values for its `?`.
    QueryRows sql(const std::string& statement, const std::vector<Value>& values = {}) const;
    /// Times of invocations by method and parameters, over all runs.
    QueryRows statistics(const RowFilter& filter) const;
    /// The models that were last added together, for each component, implementation, method and
    /// metric; models of `machine` take precedence. `all` returns every model.
    std::vector<StoredModel> models(const RowFilter& filter, bool all = false,
                                    const Machine& machine = {}) const;

private:
    explicit KnowledgeBase(std::unique_ptr<Database> database);

    std::unique_ptr<Database> database_;
};

} // namespace proxima::knowledge
