// Computes pi, the integral of the function that is connected, again and again, as a simulation
// does each step, and prints which integrator it has ended with. Between two integrals no port is
// in use: an optimizer may replace components then.
#include "integrator.hpp"
#include "problems.hpp"
#include "results.hpp"

#include <proxima/framework/builder_service.hpp>
#include <proxima/framework/component.hpp>
#include <proxima/framework/go_port.hpp>
#include <proxima/framework/parameters.hpp>
#include <proxima/framework/services.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

namespace integration {
namespace {

using namespace proxima::framework;

// Monte Carlo misses this limit once in two million integrals. The midpoint rule is far better.
constexpr double accepted_standard_errors = 5.0;

class Repetition : public Component, public GoPort, public Results {
public:
    void set_services(Services& services) override {
        services_ = &services;
        services.provide<GoPort>("go", *this);
        services.provide<ParameterPort>("parameters", parameters_);
        services.provide<Results>("results", *this);
        services.use<Integrator>("integrator");
        services.use<Results>("noted");
        services.use<BuilderService>("builder");
    }

    int go() override {
        const auto problems = known_problems();
        const auto problem = std::find_if(problems.begin(), problems.end(),
                                          [](const Problem& one) { return one.name == "pi"; });
        for (std::int64_t i = 0; i < repetitions_; ++i) {
            const double integral = services_->get<Integrator>("integrator")
                                        ->integrate(problem->lower, problem->upper, count());
            services_->get<Results>("noted")->note(integral);
        }
        return report(*problem) ? 0 : 1;
    }

    void note(double integral) override { integrals_.push_back(integral); }

private:
    // Returns true if all integrals are as accurate as theory says.
    bool report(const Problem& problem) const {
        double error = 0;
        for (const double integral : integrals_) {
            error = std::max(error, std::abs(integral - problem.integral));
        }
        const double bound =
            accepted_standard_errors * monte_carlo_standard_error(problem, count());
        std::printf("%zu integrals, errors below %.1e (accepted: %.1e); the last is %.12g, by %s\n",
                    integrals_.size(), error, bound, integrals_.back(), last_integrator().c_str());
        return error <= bound;
    }

    std::string last_integrator() const {
        const auto builder = services_->get<BuilderService>("builder");
        const auto self = builder->component_id(services_->instance_name());
        for (const Connection& connection : builder->connection_ids({self})) {
            if (connection.user == self.name && connection.uses_port == "integrator") {
                return builder->class_name(builder->component_id(connection.provider));
            }
        }
        return "none";
    }

    std::size_t count() const { return static_cast<std::size_t>(count_); }

    Services* services_ = nullptr;
    std::vector<double> integrals_;
    Parameters parameters_;
    const std::int64_t& count_ =
        parameters_.add_int("count", "evaluations of the function", 10000, 1, 1000000000);
    const std::int64_t& repetitions_ =
        parameters_.add_int("repetitions", "of the integral", 300, 1, 1000000000);
};

} // namespace
} // namespace integration

PROXIMA_COMPONENT(Repetition, integration::Repetition)
