#include "hs071.hpp"

#include <algorithm>
#include <array>

using Ipopt::Index;
using Ipopt::Number;

bool Hs071::get_nlp_info(Index& n, Index& m, Index& nnz_jac_g, Index& nnz_h_lag,
                         IndexStyleEnum& index_style) {
    n = 4;
    m = 2;
    nnz_jac_g = 8;
    nnz_h_lag = 10;
    index_style = C_STYLE;
    return true;
}

bool Hs071::get_bounds_info(Index n, Number* x_l, Number* x_u, Index, Number* g_l, Number* g_u) {
    constexpr Number infinity = 2e19;
    std::fill_n(x_l, n, 1.0);
    std::fill_n(x_u, n, 5.0);
    g_l[0] = 25.0;
    g_u[0] = infinity;
    g_l[1] = g_u[1] = 40.0;
    return true;
}

bool Hs071::get_starting_point(Index, bool, Number* x, bool, Number*, Number*, Index, bool,
                               Number*) {
    constexpr std::array<Number, 4> start{1.0, 5.0, 5.0, 1.0};
    std::copy(start.begin(), start.end(), x);
    return true;
}

bool Hs071::eval_f(Index, const Number* x, bool, Number& f) {
    f = x[0] * x[3] * (x[0] + x[1] + x[2]) + x[2];
    return true;
}

bool Hs071::eval_grad_f(Index, const Number* x, bool, Number* grad_f) {
    grad_f[0] = x[3] * (2.0 * x[0] + x[1] + x[2]);
    grad_f[1] = x[0] * x[3];
    grad_f[2] = x[0] * x[3] + 1.0;
    grad_f[3] = x[0] * (x[0] + x[1] + x[2]);
    return true;
}

bool Hs071::eval_g(Index, const Number* x, bool, Index, Number* g) {
    g[0] = x[0] * x[1] * x[2] * x[3];
    g[1] = x[0] * x[0] + x[1] * x[1] + x[2] * x[2] + x[3] * x[3];
    return true;
}

bool Hs071::eval_jac_g(Index, const Number* x, bool, Index, Index, Index* iRow, Index* jCol,
                       Number* values) {
    if (values == nullptr) {
        for (Index i = 0; i < 8; ++i) {
            iRow[i] = i / 4;
            jCol[i] = i % 4;
        }
        return true;
    }
    values[0] = x[1] * x[2] * x[3];
    values[1] = x[0] * x[2] * x[3];
    values[2] = x[0] * x[1] * x[3];
    values[3] = x[0] * x[1] * x[2];
    for (Index i = 0; i < 4; ++i) {
        values[4 + i] = 2.0 * x[i];
    }
    return true;
}

bool Hs071::eval_h(Index, const Number* x, bool, Number obj_factor, Index, const Number* lambda,
                   bool, Index, Index* iRow, Index* jCol, Number* values) {
    if (values == nullptr) {
        Index entry = 0;
        for (Index row = 0; row < 4; ++row) {
            for (Index column = 0; column <= row; ++column, ++entry) {
                iRow[entry] = row;
                jCol[entry] = column;
            }
        }
        return true;
    }
    // Lower triangle by rows: (0,0), (1,0), (1,1), (2,0) ... (3,3).
    values[0] = obj_factor * 2.0 * x[3] + lambda[1] * 2.0;
    values[1] = obj_factor * x[3] + lambda[0] * x[2] * x[3];
    values[2] = lambda[1] * 2.0;
    values[3] = obj_factor * x[3] + lambda[0] * x[1] * x[3];
    values[4] = lambda[0] * x[0] * x[3];
    values[5] = lambda[1] * 2.0;
    values[6] = obj_factor * (2.0 * x[0] + x[1] + x[2]) + lambda[0] * x[1] * x[2];
    values[7] = obj_factor * x[0] + lambda[0] * x[0] * x[2];
    values[8] = obj_factor * x[0] + lambda[0] * x[0] * x[1];
    values[9] = lambda[1] * 2.0;
    return true;
}
