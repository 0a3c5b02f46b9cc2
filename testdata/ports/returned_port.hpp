/// Ports handed out by methods of a port: they are measured too when the configuration asks for it.
#pragma once

#include <memory>

namespace factory {

class Solver {
public:
    virtual ~Solver() = default;
    virtual double solve(double right_hand_side) = 0;
    virtual int order() const = 0;
};

class Factory {
public:
    virtual ~Factory() = default;
    virtual std::unique_ptr<Solver> make_solver(double factor) = 0;
    virtual std::shared_ptr<Solver> shared_solver() = 0;
    virtual std::unique_ptr<Solver> plain_solver() = 0;
    virtual const Solver* new_solver(double factor) = 0;
};

} // namespace factory
