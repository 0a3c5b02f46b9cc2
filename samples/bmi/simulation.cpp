#include "simulation.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <stdexcept>
#include <utility>

namespace {

const std::string diffusivity_name = "plate_surface__thermal_diffusivity";
constexpr double amplitude = 10.0; // kelvins

RectangularGrid grid_of(bmi::Bmi& model, const std::string& variable) {
    const int grid = model.GetVarGrid(variable);
    if (model.GetGridType(grid) != "uniform_rectilinear" || model.GetGridRank(grid) != 2) {
        throw std::runtime_error(variable + " is not on a uniform grid of rows and columns");
    }
    std::array<int, 2> shape{};
    std::array<double, 2> spacing{};
    model.GetGridShape(grid, shape.data());
    model.GetGridSpacing(grid, spacing.data());
    return {shape[0], shape[1], spacing[0], spacing[1]};
}

double first_value(bmi::Bmi& model, const std::string& variable) {
    int index = 0;
    double value = 0.0;
    model.GetValueAtIndices(variable, &value, &index, 1);
    return value;
}

// The current time is a sum of rounded steps: half a step decides whether the end is reached.
int update_to_the_end(bmi::Bmi& model) {
    const double nearly_the_end = model.GetEndTime() - 0.5 * model.GetTimeStep();
    int steps = 0;
    for (; model.GetCurrentTime() < nearly_the_end; ++steps) {
        model.Update();
    }
    return steps;
}

double largest_difference(const std::vector<double>& left, const std::vector<double>& right) {
    double largest = 0.0;
    for (std::size_t i = 0; i < left.size(); ++i) {
        largest = std::max(largest, std::abs(left[i] - right[i]));
    }
    return largest;
}

} // namespace

SimulationSummary simulate(bmi::Bmi& model, const std::string& configuration) {
    model.Initialize(configuration);
    const std::string temperature = model.GetOutputVarNames().at(0);
    const RectangularGrid grid = grid_of(model, temperature);
    const SineMode mode(grid, first_value(model, temperature), amplitude,
                        first_value(model, diffusivity_name));

    std::vector<double> temperatures = mode.temperatures(0.0);
    model.SetValue(temperature, temperatures.data());
    const int steps = update_to_the_end(model);
    model.GetValue(temperature, temperatures.data());

    const double time = model.GetCurrentTime();
    const double time_step = model.GetTimeStep();
    model.Finalize();
    const double error = largest_difference(temperatures, mode.temperatures(time));
    return {grid, steps, std::move(temperatures), error, mode.error_bound(time_step, steps)};
}
