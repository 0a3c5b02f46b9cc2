// Evaluates an application's formulas.
#pragma once

#include <proxima/platform/documents.hpp>
#include <proxima/platform/estimate.hpp>

namespace proxima::platform {

using Input = Estimate;

// Returns parameters, quantities of the platform and usage, in the order of the expressions'
// variables.
std::vector<Input> inputs_of(const Application& application, const Platform* platform,
                             const Values& given, const Usage& usage = {});

std::vector<double> values_of(const std::vector<Input>& inputs);

// Returns the values of components, total and results.
std::vector<double> outcomes_of(const Application& application, std::vector<double> values);

// Returns the derivatives of the outcomes by one input.
std::vector<double> slopes(const Application& application, const std::vector<Input>& inputs,
                           std::size_t index);

} // namespace proxima::platform
