#include "component/factories.hpp"
#include "component/hooked_parameters.hpp"
#include "component/periodic_thread.hpp"
#include "knowledge/learnt_costs.hpp"

#include <proxima/detail/message.hpp>
#include <proxima/fit/model_file.hpp>
#include <proxima/format/machine.hpp>
#include <proxima/framework/cost_port.hpp>
#include <proxima/framework/services.hpp>
#include <proxima/knowledge/knowledge_base.hpp>
#include <proxima/online/knowledge.hpp>

#include <fstream>
#include <memory>
#include <mutex>
#include <string_view>
#include <utility>
#include <vector>

namespace proxima::online {
namespace {

bool is_knowledge_base(const std::string& file) {
    constexpr std::string_view begins = "SQLite format 3";
    std::string text(begins.size(), '\0');
    std::ifstream(file, std::ios::binary)
        .read(text.data(), static_cast<std::streamsize>(text.size()));
    return text == begins;
}

std::vector<fit::Model> models_in(const std::string& file) {
    if (!is_knowledge_base(file)) {
        return fit::read_models(file);
    }
    std::vector<fit::Model> models;
    const auto base = knowledge::KnowledgeBase::open(file);
    for (auto& stored : base.models({}, false, knowledge::this_machine())) {
        if (stored.model.evidence.machine.empty()) {
            stored.model.evidence.machine = stored.machine;
        }
        models.push_back(std::move(stored.model));
    }
    return models;
}

// Reports models from another machine. Compares processors, not host names, since the nodes of a
// cluster are alike.
void say_other_machine(const std::string& file, const std::vector<fit::Model>& models) {
    const std::string here = format::this_machine().processor;
    for (const fit::Model& model : models) {
        const std::string& machine = model.evidence.machine;
        if (!here.empty() && !machine.empty() && machine.find(here) == std::string::npos) {
            detail::say(file + " comes from another machine (" + machine +
                        "): only an Optimizer corrects its predictions");
            return;
        }
    }
}

// Learns costs in a thread of its own; askers take the last ones.
class Costs final : public framework::CostPort {
public:
    void learn(const std::string& pattern) {
        {
            const std::lock_guard lock(mutex_);
            patterns_.push_back(pattern);
        }
        keep_invocations(pattern);
        thread_.run_every(seconds_between_fits, [this] {
            for (const std::string& learnt : patterns()) {
                for (const Invocations& some : take_invocations(learnt)) {
                    learnt_.add(some);
                }
            }
            auto next = std::make_shared<const LearntCosts>(learnt_);
            const std::lock_guard lock(mutex_);
            last_.swap(next);
        });
    }

    std::vector<double> microseconds(const std::string& method,
                                     const std::vector<std::string>& parameters,
                                     const std::vector<double>& values) const override {
        std::shared_ptr<const LearntCosts> last;
        {
            const std::lock_guard lock(mutex_);
            last = last_;
        }
        return last->microseconds(method, parameters, values);
    }

private:
    static constexpr double seconds_between_fits = 0.05;

    std::vector<std::string> patterns() const {
        const std::lock_guard lock(mutex_);
        return patterns_;
    }

    LearntCosts learnt_;       // used by the thread only
    mutable std::mutex mutex_; // guards the next two
    std::vector<std::string> patterns_;
    std::shared_ptr<const LearntCosts> last_ = std::make_shared<const LearntCosts>();
    PeriodicThread thread_; // last, so that it stops first
};

// The component class PerformanceKnowledge; see knowledge.hpp. Setting `models` to an invalid file
// throws.
class PerformanceKnowledge final : public framework::Component {
public:
    void set_services(framework::Services& services) override {
        services.provide<PerformanceKnowledgePort>("knowledge", knowledge_);
        services.provide<framework::CostPort>("costs", costs_);
        services.provide<framework::ParameterPort>("parameters", parameters_);
    }

private:
    Knowledge knowledge_;
    Costs costs_;
    HookedParameters parameters_{[this](std::string_view field, const std::string& value) {
        if (field == "learn") {
            costs_.learn(value);
            return;
        }
        std::vector<fit::Model> models = models_in(value);
        say_other_machine(value, models);
        knowledge_.set_models(std::move(models));
    }};
    const std::string& models_ =
        parameters_.own().add_string("models", "file of `proxima fit`, or knowledge base", "");
    const std::string& learn_ = parameters_.own().add_string(
        "learn",
        "methods whose costs are fitted while they run: instance.method, with * and ?; each value "
        "that is set adds some",
        "");
};

} // namespace

std::unique_ptr<framework::Component> make_knowledge() {
    return std::make_unique<PerformanceKnowledge>();
}

} // namespace proxima::online
