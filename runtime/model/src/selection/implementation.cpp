#include "selection/model_names.hpp"

#include <proxima/model/selection.hpp>

namespace proxima::model {

Implementation implementation_of(const std::vector<Model>& models, const std::string& name) {
    Implementation made;
    made.name = made.model_name = made.class_name = name;
    for (const auto& model : models) {
        if (model.implementation == name) {
            made.quality.insert(model.quality.begin(), model.quality.end());
        }
    }
    return made;
}

bool has_model(const std::vector<Model>& models, const Work& work,
               const std::string& implementation) {
    return std::any_of(models.begin(), models.end(), [&](const Model& model) {
        return is_model_of(model, work, implementation);
    });
}

} // namespace proxima::model
