#pragma once

#include <IpTNLP.hpp>
#include <vector>

// Keeps the solution that Ipopt hands to an optimisation problem when it is done.
class Problem : public Ipopt::TNLP {
public:
    void finalize_solution(Ipopt::SolverReturn status, Ipopt::Index n, const Ipopt::Number* x,
                           const Ipopt::Number* z_L, const Ipopt::Number* z_U, Ipopt::Index m,
                           const Ipopt::Number* g, const Ipopt::Number* lambda,
                           Ipopt::Number obj_value, const Ipopt::IpoptData* ip_data,
                           Ipopt::IpoptCalculatedQuantities* ip_cq) override;

    // Empty until the problem has been solved.
    const std::vector<Ipopt::Number>& solution() const { return solution_; }

private:
    std::vector<Ipopt::Number> solution_;
};
