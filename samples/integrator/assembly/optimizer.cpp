// The Optimizer of Shende et al. (2003): loads, connects, runs and disconnects the candidates for
// one port, asks the measurement interface what each took, and keeps the best.
#include "integrator.hpp"

#include <proxima/framework/builder_service.hpp>
#include <proxima/framework/component.hpp>
#include <proxima/framework/go_port.hpp>
#include <proxima/framework/parameters.hpp>
#include <proxima/framework/services.hpp>
#include <proxima/measurement/connect.hpp>

#include <algorithm>
#include <cstdio>
#include <sstream>
#include <string>
#include <tuple>
#include <vector>

namespace integration {
namespace {

using namespace proxima::framework;

class Optimizer : public Component, public GoPort {
public:
    void set_services(Services& services) override {
        services_ = &services;
        services.provide<GoPort>("go", *this);
        services.provide<ParameterPort>("parameters", parameters_);
        services.use<BuilderService>("builder");
        services.use_optional<Integrator>("integrator"); // is connected by the Optimizer itself
    }

    int go() override {
        std::vector<Candidate> candidates = measure_all();
        if (candidates.empty()) {
            std::printf("there are no candidates\n");
            return 1;
        }
        std::sort(candidates.begin(), candidates.end(), [](const auto& a, const auto& b) {
            return std::tie(a.microseconds, a.class_name) < std::tie(b.microseconds, b.class_name);
        });
        if (candidates.front().microseconds <= 0) {
            std::printf("nothing measures: set PROXIMA_MEASUREMENT=proxima\n");
            return 1;
        }
        compare(candidates);
        keep(candidates.front());
        return 0;
    }

private:
    struct Candidate {
        std::string class_name;
        double result = 0;
        double microseconds = 0;
    };

    std::vector<Candidate> measure_all() {
        std::vector<Candidate> candidates;
        std::istringstream names(candidates_);
        for (std::string name; names >> name;) {
            candidates.push_back({name});
            measure(candidates.back());
        }
        const auto query = proxima::measurement::measurement().create_query();
        for (Candidate& candidate : candidates) {
            candidate.microseconds = query->timer_data({candidate.class_name}).inclusive[0][0];
        }
        return candidates;
    }

    void measure(Candidate& candidate) {
        const auto builder = services_->get<BuilderService>("builder");
        const auto instance = assemble(*builder, candidate.class_name);
        const auto connection = builder->connect(builder->component_id(services_->instance_name()),
                                                 "integrator", instance, "integrator");
        const auto timer = proxima::measurement::measurement().create_timer(candidate.class_name);
        {
            const auto integrator = services_->get<Integrator>("integrator");
            const proxima::measurement::ScopedTimer running(*timer);
            candidate.result = integrator->integrate(lower_, upper_, count());
        }
        builder->disconnect(connection);
        builder->destroy_instance(instance);
    }

    // Connects what the candidate uses with the instances of the assembly that are called like its
    // ports.
    static ComponentId assemble(BuilderService& builder, const std::string& class_name) {
        const auto instance = builder.create_instance(class_name, class_name);
        for (const std::string& port : builder.used_port_names(instance)) {
            builder.connect(instance, port, builder.component_id(port), port);
        }
        return instance;
    }

    static void compare(const std::vector<Candidate>& candidates) {
        std::printf("%-12s %12s %8s  %s\n", "integrator", "microseconds", "times", "result");
        for (const Candidate& candidate : candidates) {
            std::printf("%-12s %12.0f %8.1f  %.12g\n", candidate.class_name.c_str(),
                        candidate.microseconds,
                        candidate.microseconds / candidates.front().microseconds, candidate.result);
        }
    }

    // Runs once more, with the best in place.
    void keep(const Candidate& best) {
        const auto builder = services_->get<BuilderService>("builder");
        const auto instance = assemble(*builder, best.class_name);
        builder->connect(builder->component_id(services_->instance_name()), "integrator", instance,
                         "integrator");
        const auto integrator = services_->get<Integrator>("integrator");
        std::printf("keeping %s: %.12g\n", best.class_name.c_str(),
                    integrator->integrate(lower_, upper_, count()));
    }

    std::size_t count() const { return static_cast<std::size_t>(count_); }

    Services* services_ = nullptr;
    Parameters parameters_;
    const std::string& candidates_ =
        parameters_.add_string("candidates", "classes to choose from", "MonteCarlo Midpoint");
    const double& lower_ = parameters_.add_real("lower", "end of the interval", 0);
    const double& upper_ = parameters_.add_real("upper", "end of the interval", 1);
    const std::int64_t& count_ =
        parameters_.add_int("count", "evaluations of the function", 100000, 1, 1000000000);
};

} // namespace
} // namespace integration

PROXIMA_COMPONENT(IntegratorOptimizer, integration::Optimizer)
