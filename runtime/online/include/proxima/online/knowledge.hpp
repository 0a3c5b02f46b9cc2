/// \file
/// What a call is expected to take, by models: fitted, written by hand, or of a paper.
///
///     instantiate PerformanceKnowledge knowledge
///     parameters knowledge parameters models models.json
///     connect attention knowledge knowledge knowledge
#pragma once

#include <proxima/framework/port.hpp>
#include <proxima/model/model.hpp>
#include <proxima/online/invocations.hpp>

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

namespace proxima::online {

/// Which method, and of what: models are found by the implementation, where it is told and they
/// have one, else by the instance that they were made for.
struct MethodName {
    std::string instance;
    std::string implementation; ///< empty: not told
    std::string method;
};

/// As it is recorded.
struct Parameter {
    std::string name;
    double value = 0;
    std::string word; ///< what the value is called, if it has a name: a constant, `true`
};

/// Of one call, microseconds.
struct Expected {
    double mean_us = 0;
    bool in_domain = true;               ///< the parameters are among those it was made for
    const model::Model* model = nullptr; ///< the evidence; lives as long as what has said so
};

/// Provided as `knowledge`. Throws nothing but std::bad_alloc.
class PerformanceKnowledgePort : public virtual framework::Port {
public:
    /// None: no model knows, or it has no positive value there.
    virtual std::optional<Expected> expected(const MethodName& method,
                                             const std::vector<Parameter>& parameters) const = 0;

    /// Nine calls of ten lie within it. None: not known.
    virtual std::optional<model::Range>
    interval(const MethodName& method, const std::vector<Parameter>& parameters) const = 0;

    /// What its models say of an implementation besides times: accuracy, say.
    virtual std::map<std::string, double> quality(const std::string& implementation) const = 0;
};

/// Models in memory. Const functions may not be called by two threads at a time.
class Knowledge final : public PerformanceKnowledgePort {
public:
    explicit Knowledge(std::vector<model::Model> models);

    std::optional<Expected> expected(const MethodName& method,
                                     const std::vector<Parameter>& parameters) const override;
    std::optional<model::Range> interval(const MethodName& method,
                                         const std::vector<Parameter>& parameters) const override;
    std::map<std::string, double> quality(const std::string& implementation) const override;

    const std::vector<model::Model>& models() const noexcept { return models_; }

private:
    struct Found {
        const model::Model* model;
        std::vector<double> inputs;
    };
    std::optional<Found> find(const MethodName& method,
                              const std::vector<Parameter>& parameters) const;

    std::vector<model::Model> models_;
};

/// What invocations would take together. Remembers what a call with such parameters takes: the
/// same few come again and again.
class ExpectedTimes {
public:
    /// If `implementation` did them. None if that is not known of all of them, or there are none.
    std::optional<double> of(const PerformanceKnowledgePort& knowledge,
                             const std::string& implementation, const Invocations& invocations);

private:
    static constexpr std::size_t most = 10'000;

    using Call = std::tuple<std::string, std::string, std::string, std::vector<double>>;
    std::map<Call, std::optional<double>> known_;
};

} // namespace proxima::online
