#include <proxima/framework/component.hpp>
#include <proxima/framework/go_port.hpp>
#include <proxima/framework/services.hpp>

#include <chemistry/rate_law.hpp>
#include <cstdio>
#include <vector>

namespace {

using namespace proxima::framework;

class Reactor final : public Component, public GoPort {
    void set_services(Services& services) override {
        services_ = &services;
        services.provide<GoPort>("go", *this);
        services.use<chemistry::RateLaw>("rate");
    }
    int go() override {
        const auto law = services_->get<chemistry::RateLaw>("rate");
        std::vector<double> concentrations{1.0};
        for (int step = 0; step < 1000; ++step) {
            concentrations.front() -= 1e-3 * law->rate(300.0, concentrations);
        }
        std::printf("%.12f\n", concentrations.front());
        return 0;
    }

    Services* services_ = nullptr;
};

} // namespace

PROXIMA_COMPONENT(Reactor, Reactor)
