// The class of a component instance, by which models are found.
#pragma once

#include <proxima/framework/builder_service.hpp>

#include <string>

namespace proxima::online {

// Empty of what is no component.
inline std::string class_of(const framework::BuilderService& builder, const std::string& instance) {
    for (const framework::ComponentId& one : builder.component_ids()) {
        if (one.name == instance) {
            return builder.class_name(one);
        }
    }
    return {};
}

} // namespace proxima::online
