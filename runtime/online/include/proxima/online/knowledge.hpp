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
#include <utility>
#include <vector>

namespace proxima::online {

/// Which method, and of what: models are found by the implementation, where it is told and they
/// have one, else by the instance that they were made for.
struct MethodName {
    std::string instance;
    std::string implementation; ///< empty: not told
    std::string method;
};

/// Of one call, microseconds.
struct Expected {
    double mean_us = 0;
    std::optional<model::Range> interval; ///< that holds nine calls of ten, if the model tells
    bool in_domain = true;                ///< the parameters are among those it was made for
    const model::Model* model = nullptr;  ///< the evidence; lives as long as what has said so
};

/// Provided as `knowledge`. Throws nothing but std::bad_alloc.
class PerformanceKnowledgePort : public virtual framework::Port {
public:
    /// `parameters`: as they are recorded, by name. None: no model knows, or it has no positive
    /// value there.
    virtual std::optional<Expected>
    expected(const MethodName& method,
             const std::vector<std::pair<std::string, double>>& parameters) const = 0;

    /// What its models say of an implementation besides times: accuracy, say.
    virtual std::map<std::string, double> quality(const std::string& implementation) const = 0;
};

/// Models in memory. Const functions may not be called by two threads at a time.
class Knowledge final : public PerformanceKnowledgePort {
public:
    explicit Knowledge(std::vector<model::Model> models);

    std::optional<Expected>
    expected(const MethodName& method,
             const std::vector<std::pair<std::string, double>>& parameters) const override;
    std::map<std::string, double> quality(const std::string& implementation) const override;

    const std::vector<model::Model>& models() const noexcept { return models_; }

private:
    std::vector<model::Model> models_;
};

/// What the invocations would take together if `implementation` did them. None if that is not known
/// of all of them, or there are none.
std::optional<double> expected_us(const PerformanceKnowledgePort& knowledge,
                                  const std::string& implementation, const Invocations& invocations,
                                  std::size_t first, std::size_t last);

} // namespace proxima::online
