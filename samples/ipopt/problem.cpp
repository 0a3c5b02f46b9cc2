#include "problem.hpp"

void Problem::finalize_solution(Ipopt::SolverReturn, Ipopt::Index n, const Ipopt::Number* x,
                                const Ipopt::Number*, const Ipopt::Number*, Ipopt::Index,
                                const Ipopt::Number*, const Ipopt::Number*, Ipopt::Number,
                                const Ipopt::IpoptData*, Ipopt::IpoptCalculatedQuantities*) {
    solution_.assign(x, x + n);
}
