#pragma once

#include "problem.hpp"

// Problem 71 of Hock and Schittkowski, "Test Examples for Nonlinear Programming Codes", 1981:
//     minimise    x0 x3 (x0 + x1 + x2) + x2
//     subject to  x0 x1 x2 x3 >= 25,  x0^2 + x1^2 + x2^2 + x3^2 = 40,  1 <= x <= 5
class Hs071 final : public Problem {
public:
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
};
