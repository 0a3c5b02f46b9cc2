// The values that an application's formulas start from, and what they come to.
#pragma once

#include <proxima/platform/documents.hpp>
#include <proxima/platform/estimate.hpp>

namespace proxima::platform {

using Input = Estimate;

// Parameters, quantities of the platform, usage: in the order in which expressions know them.
std::vector<Input> inputs_of(const Application& application, const Platform* platform,
                             const Values& given, const Usage& usage = {});

std::vector<double> values_of(const std::vector<Input>& inputs);

// Components, total, results.
std::vector<double> outcomes_of(const Application& application, std::vector<double> values);

// How these change with one input.
std::vector<double> slopes(const Application& application, const std::vector<Input>& inputs,
                           std::size_t index);

} // namespace proxima::platform
