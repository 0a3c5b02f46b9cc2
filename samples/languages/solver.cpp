// A component that calls Fortran, behind a proxy.
#include "solver.hpp"

#include <solver.proxy.hpp>

extern "C" double sweep(int n, double tolerance);

namespace {

class SweepSolver final : public Solver {
public:
    double solve(int n) override { return sweep(n, 1e-3); }
};

} // namespace

extern "C" double solve(int n) {
    static SweepSolver target;
    static proxima::Proxy<Solver> solver(target, "solver");
    return solver.solve(n);
}
