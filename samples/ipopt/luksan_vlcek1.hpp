#pragma once

#include "problem.hpp"

// Problem 5.1 of Luksan and Vlcek, "Sparse and Partially Separable Test Problems for Unconstrained
// and Equality Constrained Optimization", 1999: the chained Rosenbrock function with
// trigonometric-exponential constraints.
//     minimise    sum over i of  100 (x_i^2 - x_{i+1})^2 + (x_i - 1)^2
//     subject to  3 x_{k+1}^3 + 2 x_{k+2} - 5 + sin(x_{k+1} - x_{k+2}) sin(x_{k+1} + x_{k+2})
//                     + 4 x_{k+1} - x_k exp(x_k - x_{k+1}) - 3 = 0    for k = 0 ... n-3
class LuksanVlcek1 final : public Problem {
public:
    // Needs at least three variables.
    explicit LuksanVlcek1(Ipopt::Index variables);

    bool get_nlp_info(Ipopt::Index& n, Ipopt::Index& m, Ipopt::Index& nnz_jac_g,
                      Ipopt::Index& nnz_h_lag, IndexStyleEnum& index_style) override;
    bool get_bounds_info(Ipopt::Index n, Ipopt::Number* x_l, Ipopt::Number* x_u, Ipopt::Index m,
                         Ipopt::Number* g_l, Ipopt::Number* g_u) override;
    bool get_starting_point(Ipopt::Index n, bool init_x, Ipopt::Number* x, bool init_z,
                            Ipopt::Number* z_L, Ipopt::Number* z_U, Ipopt::Index m,
                            bool init_lambda, Ipopt::Number* lambda) override;
    bool eval_f(Ipopt::Index n, const Ipopt::Number* x, bool new_x, Ipopt::Number& f) override;
    bool eval_grad_f(Ipopt::Index n, const Ipopt::Number* x, bool new_x,
                     Ipopt::Number* grad_f) override;
    bool eval_g(Ipopt::Index n, const Ipopt::Number* x, bool new_x, Ipopt::Index m,
                Ipopt::Number* g) override;
    bool eval_jac_g(Ipopt::Index n, const Ipopt::Number* x, bool new_x, Ipopt::Index m,
                    Ipopt::Index nele_jac, Ipopt::Index* iRow, Ipopt::Index* jCol,
                    Ipopt::Number* values) override;
    bool eval_h(Ipopt::Index n, const Ipopt::Number* x, bool new_x, Ipopt::Number obj_factor,
                Ipopt::Index m, const Ipopt::Number* lambda, bool new_lambda,
                Ipopt::Index nele_hess, Ipopt::Index* iRow, Ipopt::Index* jCol,
                Ipopt::Number* values) override;

private:
    Ipopt::Index variables_;
};
