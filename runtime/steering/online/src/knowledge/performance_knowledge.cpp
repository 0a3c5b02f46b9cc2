#include "component/factories.hpp"
#include "component/hooked_parameters.hpp"

#include <proxima/detail/message.hpp>
#include <proxima/fit/model_file.hpp>
#include <proxima/format/machine.hpp>
#include <proxima/framework/services.hpp>
#include <proxima/knowledge/knowledge_base.hpp>
#include <proxima/online/knowledge.hpp>

#include <fstream>
#include <string_view>
#include <utility>

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

// The component class PerformanceKnowledge; see knowledge.hpp. Setting `models` to an invalid file
// throws.
class PerformanceKnowledge final : public framework::Component {
public:
    void set_services(framework::Services& services) override {
        services.provide<PerformanceKnowledgePort>("knowledge", knowledge_);
        services.provide<framework::ParameterPort>("parameters", parameters_);
    }

private:
    Knowledge knowledge_;
    HookedParameters parameters_{[this](std::string_view, const std::string& file) {
        std::vector<fit::Model> models = models_in(file);
        say_other_machine(file, models);
        knowledge_.set_models(std::move(models));
    }};
    const std::string& models_ =
        parameters_.own().add_string("models", "file of `proxima fit`, or knowledge base", "");
};

} // namespace

std::unique_ptr<framework::Component> make_knowledge() {
    return std::make_unique<PerformanceKnowledge>();
}

} // namespace proxima::online
