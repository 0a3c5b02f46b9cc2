/// A port whose methods come from three levels: pure, implemented half way, overridden again, pure
/// once more.
#pragma once

#include <string>

namespace hydro {

class Component {
public:
    virtual ~Component() = default;
    virtual std::string name() const = 0;
    virtual int version() const { return 1; }
    virtual void finish() {}
};

class Solver : public Component {
public:
    std::string name() const override { return "solver"; }
    virtual double solve(double right_hand_side) = 0;
    virtual int iterations() const { return 0; }
    virtual double tolerance() const { return 1e-6; }
};

class FluxPort : public Solver {
public:
    double tolerance() const override = 0;
    virtual double flux(double left, double right) = 0;
};

} // namespace hydro
