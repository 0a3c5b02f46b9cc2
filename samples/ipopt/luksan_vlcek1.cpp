#include "luksan_vlcek1.hpp"

#include <algorithm>
#include <cmath>

using Ipopt::Index;
using Ipopt::Number;

LuksanVlcek1::LuksanVlcek1(Index variables) : variables_(variables) {
}

bool LuksanVlcek1::get_nlp_info(Index& n, Index& m, Index& nnz_jac_g, Index& nnz_h_lag,
                                IndexStyleEnum& index_style) {
    n = variables_;
    m = n - 2;
    nnz_jac_g = 3 * m;
    nnz_h_lag = n + (n - 1); // tridiagonal: the diagonal, then the subdiagonal
    index_style = C_STYLE;
    return true;
}

bool LuksanVlcek1::get_bounds_info(Index n, Number* x_l, Number* x_u, Index m, Number* g_l,
                                   Number* g_u) {
    constexpr Number infinity = 2e19;
    std::fill_n(x_l, n, -infinity);
    std::fill_n(x_u, n, infinity);
    std::fill_n(g_l, m, 0.0);
    std::fill_n(g_u, m, 0.0);
    return true;
}

bool LuksanVlcek1::get_starting_point(Index n, bool, Number* x, bool, Number*, Number*, Index, bool,
                                      Number*) {
    for (Index i = 0; i < n; ++i) {
        x[i] = i % 2 == 0 ? -1.2 : 1.0;
    }
    return true;
}

bool LuksanVlcek1::eval_f(Index n, const Number* x, bool, Number& f) {
    f = 0.0;
    for (Index i = 0; i + 1 < n; ++i) {
        const Number a = x[i] * x[i] - x[i + 1];
        const Number b = x[i] - 1.0;
        f += 100.0 * a * a + b * b;
    }
    return true;
}

bool LuksanVlcek1::eval_grad_f(Index n, const Number* x, bool, Number* grad_f) {
    std::fill_n(grad_f, n, 0.0);
    for (Index i = 0; i + 1 < n; ++i) {
        const Number a = x[i] * x[i] - x[i + 1];
        grad_f[i] += 400.0 * a * x[i] + 2.0 * (x[i] - 1.0);
        grad_f[i + 1] -= 200.0 * a;
    }
    return true;
}

// The derivatives use (cos 2v - cos 2u) / 2 for the product of sines, with u = x_{k+1} and
// v = x_{k+2}: its mixed second derivative is zero, which makes the Hessian of the Lagrangian
// tridiagonal.

bool LuksanVlcek1::eval_g(Index, const Number* x, bool, Index m, Number* g) {
    for (Index k = 0; k < m; ++k) {
        const Number w = x[k];
        const Number u = x[k + 1];
        const Number v = x[k + 2];
        g[k] = 3.0 * u * u * u + 2.0 * v - 5.0 + std::sin(u - v) * std::sin(u + v) + 4.0 * u -
               w * std::exp(w - u) - 3.0;
    }
    return true;
}

bool LuksanVlcek1::eval_jac_g(Index, const Number* x, bool, Index m, Index, Index* iRow,
                              Index* jCol, Number* values) {
    for (Index k = 0; k < m; ++k) {
        const Index entry = 3 * k;
        if (values == nullptr) {
            for (Index i = 0; i < 3; ++i) {
                iRow[entry + i] = k;
                jCol[entry + i] = k + i;
            }
            continue;
        }
        const Number w = x[k];
        const Number u = x[k + 1];
        const Number v = x[k + 2];
        const Number e = std::exp(w - u);
        values[entry] = -(1.0 + w) * e;
        values[entry + 1] = 9.0 * u * u + std::sin(2.0 * u) + 4.0 + w * e;
        values[entry + 2] = 2.0 - std::sin(2.0 * v);
    }
    return true;
}

bool LuksanVlcek1::eval_h(Index n, const Number* x, bool, Number obj_factor, Index m,
                          const Number* lambda, bool, Index nele_hess, Index* iRow, Index* jCol,
                          Number* values) {
    if (values == nullptr) {
        for (Index i = 0; i < n; ++i) {
            iRow[i] = jCol[i] = i;
        }
        for (Index i = 0; i + 1 < n; ++i) {
            iRow[n + i] = i + 1;
            jCol[n + i] = i;
        }
        return true;
    }
    Number* const diagonal = values;
    Number* const subdiagonal = values + n;
    std::fill_n(values, nele_hess, 0.0);
    for (Index i = 0; i + 1 < n; ++i) {
        diagonal[i] += obj_factor * (1200.0 * x[i] * x[i] - 400.0 * x[i + 1] + 2.0);
        diagonal[i + 1] += obj_factor * 200.0;
        subdiagonal[i] -= obj_factor * 400.0 * x[i];
    }
    for (Index k = 0; k < m; ++k) {
        const Number w = x[k];
        const Number u = x[k + 1];
        const Number v = x[k + 2];
        const Number e = std::exp(w - u);
        diagonal[k] -= lambda[k] * (2.0 + w) * e;
        subdiagonal[k] += lambda[k] * (1.0 + w) * e;
        diagonal[k + 1] += lambda[k] * (18.0 * u + 2.0 * std::cos(2.0 * u) - w * e);
        diagonal[k + 2] -= lambda[k] * 2.0 * std::cos(2.0 * v);
    }
    return true;
}
