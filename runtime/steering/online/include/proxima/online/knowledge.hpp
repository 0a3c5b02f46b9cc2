// Expected times of calls, from models that were fitted or written by hand.
//
//  | instantiate PerformanceKnowledge knowledge
//  | parameters knowledge parameters models models.json        # or a knowledge base
//  | connect attention knowledge knowledge knowledge
//
// Units: microseconds.
// Thread safety: the port is thread-safe; one thread at a time uses an ExpectedTimes.
#pragma once

#include <proxima/fit/model.hpp>
#include <proxima/framework/port.hpp>
#include <proxima/online/invocations.hpp>

#include <cstddef>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

namespace proxima::online {

/// Identifies the model of a method: by the implementation, if it is given and a model has one,
/// else by the instance.
struct ModelKey {
    std::string instance;
    std::string implementation; ///< empty if unknown
    std::string method;
};

/// An argument of a call, as recorded.
struct ArgumentValue {
    std::string name;
    double value = 0;
    std::string word; ///< name of the value, such as `true`; empty if it has none
};

/// Expected time of one call.
struct Expected {
    double mean_us = 0;
    bool in_domain = true;             ///< true if the arguments lie in the domain of the model
    const fit::Model* model = nullptr; ///< lives as long as the port and its models
};

/// Answers questions about models. Class PerformanceKnowledge provides it as `knowledge`.
class PerformanceKnowledgePort : public virtual framework::Port {
public:
    /// Returns nothing if there is no model, or its value is not positive.
    virtual std::optional<Expected> expected(const ModelKey& key,
                                             const std::vector<ArgumentValue>& arguments) const = 0;

    /// Returns the quality of an implementation, such as its accuracy, by name.
    virtual std::map<std::string, double> quality(const std::string& implementation) const = 0;
};

/// Models in memory.
class Knowledge final : public PerformanceKnowledgePort {
public:
    explicit Knowledge(std::vector<fit::Model> models = {});

    /// Replaces all models. Invalidates `Expected::model` of earlier answers.
    void set_models(std::vector<fit::Model> models);

    std::optional<Expected> expected(const ModelKey& key,
                                     const std::vector<ArgumentValue>& arguments) const override;
    std::map<std::string, double> quality(const std::string& implementation) const override;

private:
    struct Found {
        const fit::Model* model;
        std::vector<double> inputs;
    };
    std::optional<Found> find(const ModelKey& key,
                              const std::vector<ArgumentValue>& arguments) const;

    mutable std::mutex mutex_; // also because an expression is evaluated by one thread at a time
    std::vector<fit::Model> models_;
};

/// Adds up the expected times of many invocations. Caches the time of known arguments, since most
/// calls repeat them.
class ExpectedTimes {
public:
    /// Returns the time if `implementation` executed the invocations; nothing if a model is missing
    /// for one, or there are no invocations.
    std::optional<double> of(const PerformanceKnowledgePort& knowledge,
                             const std::string& implementation, const Invocations& invocations);

private:
    static constexpr std::size_t most = 10'000;

    // The key, and the values of the parameters; unset ones are missing.
    using Call =
        std::tuple<std::string, std::string, std::string, std::vector<std::optional<double>>>;
    std::map<Call, std::optional<double>> known_;
};

} // namespace proxima::online
