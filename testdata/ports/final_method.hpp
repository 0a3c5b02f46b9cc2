/// Methods that a proxy can not override: final ones, and ones that are not virtual. They run on
/// the proxy itself and reach the target through the virtual methods that they call.
#pragma once

namespace timestep {

class Integrator {
public:
    virtual ~Integrator() = default;
    virtual double step(double dt) = 0;
    virtual int order() const = 0;
};

class CheckedIntegrator : public Integrator {
public:
    int order() const final { return 4; }
    double run(int steps, double dt) {
        double time = 0;
        for (int i = 0; i < steps; ++i)
            time += step(dt);
        return time;
    }
    static int count() { return 1; }
};

} // namespace timestep
