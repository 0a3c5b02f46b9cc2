#include <proxima/detail/message.hpp>
#include <proxima/format/machine.hpp>
#include <proxima/framework/parameters.hpp>
#include <proxima/framework/services.hpp>
#include <proxima/model/model_file.hpp>
#include <proxima/online/knowledge.hpp>
#include <proxima/online/performance_knowledge.hpp>

#include <mutex>

namespace proxima::online {

class PerformanceKnowledge::Implementation final : public PerformanceKnowledgePort,
                                                   public framework::ParameterPort {
public:
    std::optional<Expected> expected(const MethodName& method,
                                     const std::vector<Parameter>& parameters) const override {
        const std::lock_guard lock(mutex_); // an expression is evaluated by one thread at a time
        return knowledge_.expected(method, parameters);
    }

    std::optional<model::Range> interval(const MethodName& method,
                                         const std::vector<Parameter>& parameters) const override {
        const std::lock_guard lock(mutex_);
        return knowledge_.interval(method, parameters);
    }

    std::map<std::string, double> quality(const std::string& implementation) const override {
        const std::lock_guard lock(mutex_);
        return knowledge_.quality(implementation);
    }

    std::vector<framework::ParameterField> fields() const override { return own_.fields(); }
    std::string get(std::string_view field) const override { return own_.get(field); }
    void set(std::string_view field, std::string_view value) override {
        own_.set(field, value);
        if (field == "models") {
            const std::lock_guard lock(mutex_);
            knowledge_ = Knowledge(model::read_models(models_));
            say_other_machine();
        }
    }

private:
    /// The host may be another, as the nodes of a cluster are.
    void say_other_machine() const {
        const std::string here = format::this_machine().processor;
        for (const model::Model& model : knowledge_.models()) {
            const std::string& machine = model.evidence.machine;
            if (!here.empty() && !machine.empty() && machine.find(here) == std::string::npos) {
                detail::say(models_ + " is of another machine (" + machine +
                            "): what it says is corrected where an Optimizer measures, and "
                            "nowhere else");
                return;
            }
        }
    }

    framework::Parameters own_;
    const std::string& models_ =
        own_.add_string("models", "file of models, as `proxima fit` writes it", "");
    mutable std::mutex mutex_;
    Knowledge knowledge_{{}};
};

PerformanceKnowledge::PerformanceKnowledge() : implementation_(std::make_unique<Implementation>()) {
}

PerformanceKnowledge::~PerformanceKnowledge() = default;

void PerformanceKnowledge::set_services(framework::Services& services) {
    services.provide<PerformanceKnowledgePort>("knowledge", *implementation_);
    services.provide<framework::ParameterPort>("parameters", *implementation_);
}

} // namespace proxima::online
