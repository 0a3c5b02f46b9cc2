// Particles in a tube, sorted by position, because each step compares neighbours.
#include "flow_port.hpp"
#include "sorter_port.hpp"

#include <proxima/framework/component.hpp>
#include <proxima/framework/go_port.hpp>
#include <proxima/framework/parameters.hpp>
#include <proxima/framework/services.hpp>

#include <cinttypes>
#include <cstdio>
#include <cstring>

namespace particles {
namespace {

using proxima::framework::GoPort;
using proxima::framework::ParameterPort;

std::vector<Particle> evenly(std::int64_t count) {
    std::vector<Particle> particles;
    for (std::int64_t i = 0; i < count; ++i) {
        particles.push_back(
            {static_cast<double>(i) / static_cast<double>(count), static_cast<std::uint64_t>(i)});
    }
    return particles;
}

// Pairs of neighbours nearer than half their mean distance.
std::uint64_t close_pairs(const std::vector<Particle>& particles) {
    const double near = 0.5 / static_cast<double>(particles.size());
    std::uint64_t pairs = 0;
    for (std::size_t i = 1; i < particles.size(); ++i) {
        pairs += particles[i].position - particles[i - 1].position < near ? 1 : 0;
    }
    return pairs;
}

// FNV-1a of the result, which must not depend on the sorter.
std::uint64_t checksum(const std::vector<Particle>& particles, std::uint64_t pairs) {
    std::uint64_t sum = 0xcbf29ce484222325U;
    const auto add = [&](std::uint64_t bits) { sum = (sum ^ bits) * 0x100000001b3U; };
    for (const Particle& particle : particles) {
        std::uint64_t bits = 0;
        std::memcpy(&bits, &particle.position, sizeof bits);
        add(bits);
        add(particle.number);
    }
    add(pairs);
    return sum;
}

class Tube final : public proxima::framework::Component, public GoPort {
public:
    void set_services(proxima::framework::Services& services) override {
        services_ = &services;
        services.provide<GoPort>("go", *this);
        services.provide<ParameterPort>("parameters", parameters_);
        services.use<FlowPort>("flow");
        services.use<SorterPort>("sorter");
    }

    int go() override {
        std::vector<Particle> particles = evenly(count_);
        std::uint64_t pairs = 0;
        for (std::int64_t step = 0; step < steps_; ++step) {
            services_->get<FlowPort>("flow")->advance(particles, static_cast<std::uint64_t>(step));
            services_->get<SorterPort>("sorter")->sort(particles);
            pairs += close_pairs(particles);
        }
        std::printf("%zu particles, %" PRIu64 " close pairs, checksum %016" PRIx64 "\n",
                    particles.size(), pairs, checksum(particles, pairs));
        return 0;
    }

private:
    proxima::framework::Services* services_ = nullptr;
    proxima::framework::Parameters parameters_;
    const std::int64_t& count_ = parameters_.add_int("count", "of particles", 10000, 2, 1 << 30);
    const std::int64_t& steps_ = parameters_.add_int("steps", "of the run", 6600, 1);
};

} // namespace
} // namespace particles

PROXIMA_COMPONENT(Tube, particles::Tube)
