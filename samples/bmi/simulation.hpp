#pragma once

#include "bmi.hxx"
#include "decay.hpp"

#include <string>
#include <vector>

struct SimulationSummary {
    RectangularGrid grid;
    int steps;
    std::vector<double> temperatures; // at the end
    double error;                     // the largest of any node
    double error_bound;
};

// Follows the decay of a sine mode through any BMI whose first output is a temperature on a uniform
// rectilinear grid. Knows nothing of the model but its BMI.
SimulationSummary simulate(bmi::Bmi& model, const std::string& configuration);
