// Diffusion: a random walk with short steps, and long ones while the tube is stirred. A step is a
// function of particle and time, so that each run gives the same result.
#include "flow_port.hpp"

#include <proxima/framework/component.hpp>
#include <proxima/framework/parameters.hpp>
#include <proxima/framework/services.hpp>

#include <cmath>

namespace particles {
namespace {

// SplitMix64 (Steele, Lea and Flood 2014), from -1 to less than 1.
double random(std::uint64_t number) {
    number += 0x9e3779b97f4a7c15U;
    number = (number ^ (number >> 30U)) * 0xbf58476d1ce4e5b9U;
    number = (number ^ (number >> 27U)) * 0x94d049bb133111ebU;
    number ^= number >> 31U;
    return static_cast<double>(number >> 11U) * 0x1p-52 - 1;
}

// The tube is a ring.
double in_tube(double position) {
    const double inside = position - std::floor(position);
    return inside < 1 ? inside : 0; // rounding may give 1
}

class StirredFlow final : public proxima::framework::Component, public FlowPort {
public:
    void set_services(proxima::framework::Services& services) override {
        services.provide<FlowPort>("flow", *this);
        services.provide<proxima::framework::ParameterPort>("parameters", parameters_);
    }

    void advance(std::vector<Particle>& particles, std::uint64_t step) override {
        const bool is_stirred = step >= static_cast<std::uint64_t>(stirred_from_) &&
                                step < static_cast<std::uint64_t>(stirred_to_);
        const double longest =
            is_stirred ? stirred_ : calm_ / static_cast<double>(particles.size());
        for (Particle& particle : particles) {
            particle.position =
                in_tube(particle.position + longest * random((step << 32U) + particle.number));
        }
    }

private:
    proxima::framework::Parameters parameters_;
    const std::int64_t& stirred_from_ =
        parameters_.add_int("stirred_from", "first step that is stirred", 3000, 0);
    const std::int64_t& stirred_to_ =
        parameters_.add_int("stirred_to", "first step that is calm again", 3600, 0);
    const double& calm_ = parameters_.add_real(
        "calm", "longest way of a calm step, in mean distances of neighbours", 0.1, 0, 1e6);
    const double& stirred_ = parameters_.add_real(
        "stirred", "longest way of a stirred step, in lengths of the tube", 0.2, 0, 1);
};

} // namespace
} // namespace particles

PROXIMA_COMPONENT(StirredFlow, particles::StirredFlow)
