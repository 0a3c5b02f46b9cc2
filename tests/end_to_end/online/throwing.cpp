// A sorter that throws sometimes, and a user that continues.
#include "flow_port.hpp"
#include "sorter_component.hpp"

#include <proxima/framework/go_port.hpp>

#include <cstdio>
#include <cstdlib>
#include <stdexcept>

namespace particles {
namespace {

// A sorter that is faster than all others, except in the first call, which may also exit.
class ThrowingSort final : public SorterComponent {
    void sort(std::vector<Particle>&) override {
        if (++calls_ == 1) {
            if (std::getenv("SORTER_EXITS") != nullptr) {
                std::exit(3);
            }
            throw std::runtime_error("no room");
        }
    }
    int calls_ = 0;
};

// Sorts repeatedly; prints the number of failures.
class Stubborn final : public proxima::framework::Component, public proxima::framework::GoPort {
public:
    void set_services(proxima::framework::Services& services) override {
        services_ = &services;
        services.provide<GoPort>("go", *this);
        services.use<FlowPort>("flow");
        services.use<SorterPort>("sorter");
    }

    int go() override {
        std::vector<Particle> particles;
        for (std::uint64_t i = 0; i < 1000; ++i) {
            particles.push_back({static_cast<double>(i) / 1000, i});
        }
        int failures = 0;
        for (std::uint64_t step = 0; step < 2000; ++step) {
            services_->get<FlowPort>("flow")->advance(particles, step);
            try {
                services_->get<SorterPort>("sorter")->sort(particles);
            } catch (const std::runtime_error&) {
                ++failures;
            }
        }
        std::printf("%d failures\n", failures);
        return 0;
    }

private:
    proxima::framework::Services* services_ = nullptr;
};

} // namespace
} // namespace particles

PROXIMA_COMPONENT(ThrowingSort, particles::ThrowingSort)
PROXIMA_COMPONENT(Stubborn, particles::Stubborn)
