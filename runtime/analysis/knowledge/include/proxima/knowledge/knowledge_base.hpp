// A file with what is known of components: runs, models and decisions. SCHEMA.md describes it.
//
//     auto base = KnowledgeBase::open_or_create("proxima.kb");
//     rundir::ReadOutcome outcome;
//     const auto directory = rundir::RunDirectory::open("run1");
//     base.add(read_run(directory, {.experiment = "sizes"}, outcome));
//     base.sql("SELECT run, mean_us FROM methods WHERE component = ?", {"flux"});
//
// Each add() is one transaction: all of it is there afterwards, or nothing, whatever happens to
// the process, and however many others add to the same file. All members throw Error.
// Ownership: has its connection to the file. Thread-safety: one thread at a time; other threads
// and processes may have the same file open.
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
    bool is_new = false; ///< false: the base had it already
};

/// A cell of an answer: nothing, a number, or a text.
using Value = std::variant<std::monostate, std::int64_t, double, std::string>;

struct QueryRows {
    std::vector<std::string> names; ///< of the columns
    std::vector<std::vector<Value>> rows;
};

/// Values that a parameter must have.
struct ParameterFilter {
    std::string name;
    std::optional<double> low; ///< both included; unset: no limit
    std::optional<double> high;
    std::optional<std::string> text; ///< or it is called so
};

/// Names may be globs (`*`, `?`) and may be the end of a qualified name (base::means); empty: all.
struct RowFilter {
    std::string component = {};
    std::string implementation = {};
    std::vector<std::string> methods = {}; ///< `instance.method`, `port::method` or an end of it
    std::string machine = {};              ///< part of its description
    std::string metric = {};               ///< of models
    std::string experiment = {};           ///< of runs, as the next
    std::string run = {};
    std::vector<ParameterFilter> parameters = {}; ///< of the statistics of runs
};

struct StoredModel {
    fit::Model model;
    std::string machine; ///< that it was measured on: `HOST, PROCESSOR`; empty: not known
};

/// An answer of `proxima select --json`, and what it was made from.
struct Decision {
    std::string name;
    std::string experiment;           ///< may be empty
    std::string document;             ///< the answer
    std::vector<std::int64_t> models; ///< what add() has returned for them
    std::optional<std::int64_t> run;  ///< whose calls were predicted
};

class Database;

class KnowledgeBase {
public:
    /// For reading. The file must be there, and does not change.
    static KnowledgeBase open(const std::filesystem::path& file);
    /// For adding and reading.
    static KnowledgeBase open_or_create(const std::filesystem::path& file);

    KnowledgeBase(const KnowledgeBase&) = delete;
    KnowledgeBase& operator=(const KnowledgeBase&) = delete;
    KnowledgeBase(KnowledgeBase&& other) noexcept;
    KnowledgeBase& operator=(KnowledgeBase&& other) noexcept;
    ~KnowledgeBase();

    Added add(const StoredRun& run);
    /// One entry for each of `models`, which are the latest ones then.
    std::vector<Added> add(const std::vector<fit::Model>& models);
    Added add(const Decision& decision);

    /// One statement in SQLite's SQL, which can only read, with values for its `?`.
    QueryRows sql(const std::string& statement, const std::vector<Value>& values = {}) const;
    /// Times of invocations by method and parameters, of all runs together.
    QueryRows statistics(const RowFilter& filter) const;
    /// Of each component, implementation, method and metric those that were added last, together;
    /// models of `machine` go before others. `all`: every one.
    std::vector<StoredModel> models(const RowFilter& filter, bool all = false,
                                    const Machine& machine = {}) const;

private:
    explicit KnowledgeBase(std::unique_ptr<Database> database);

    std::unique_ptr<Database> database_;
};

} // namespace proxima::knowledge
