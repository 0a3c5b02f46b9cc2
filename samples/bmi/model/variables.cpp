#include "variables.hpp"

#include <stdexcept>

namespace heat {

const Variable& temperature_variable() {
    static const Variable temperature{"plate_surface__temperature", "K", plate_grid};
    return temperature;
}

const Variable& diffusivity_variable() {
    static const Variable diffusivity{"plate_surface__thermal_diffusivity", "m2 s-1", scalar_grid};
    return diffusivity;
}

const Variable& variable(const std::string& name) {
    for (const Variable* known : {&temperature_variable(), &diffusivity_variable()}) {
        if (known->name == name) {
            return *known;
        }
    }
    throw std::invalid_argument("BmiHeat: no variable is called \"" + name + "\"");
}

} // namespace heat
