#include "bmi_heat.hpp"

#include <cmath>

namespace heat {
namespace {

// Rounding in sums of time steps must neither add a step nor lose one.
constexpr double rounding_of_steps = 1e-9;

} // namespace

void BmiHeat::Initialize(std::string config_file) {
    simulation_.emplace(read_configuration(config_file));
}

void BmiHeat::Update() {
    Simulation& running = simulation();
    running.plate.advance(running.configuration.time_step);
    running.time += running.configuration.time_step;
}

void BmiHeat::UpdateUntil(double time) {
    Simulation& running = simulation();
    if (!std::isfinite(time) || time < running.time) {
        throw std::invalid_argument("UpdateUntil: " + std::to_string(time) +
                                    " is no time from now on");
    }
    const double steps = (time - running.time) / running.configuration.time_step;
    const double whole_steps = std::floor(steps + rounding_of_steps);
    for (double step = 0.0; step < whole_steps; ++step) {
        Update();
    }
    if (steps - whole_steps > rounding_of_steps) {
        running.plate.advance((steps - whole_steps) * running.configuration.time_step);
    }
    running.time = time;
}

void BmiHeat::Finalize() {
    simulation_.reset();
}

std::string BmiHeat::GetComponentName() {
    return "Heat conduction in a plate";
}

double BmiHeat::GetCurrentTime() {
    return simulation().time;
}

double BmiHeat::GetStartTime() {
    return 0.0;
}

double BmiHeat::GetEndTime() {
    return simulation().configuration.end_time;
}

std::string BmiHeat::GetTimeUnits() {
    return "s";
}

double BmiHeat::GetTimeStep() {
    return simulation().configuration.time_step;
}

BmiHeat::Simulation& BmiHeat::simulation() {
    if (!simulation_) {
        throw std::logic_error("BmiHeat: there is no model before Initialize or after Finalize");
    }
    return *simulation_;
}

} // namespace heat
