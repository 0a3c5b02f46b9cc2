/// \file
/// The sample's scheme as one plain program for a uniform periodic mesh: what components are
/// compared with. It shares the formulas for one face and one slope, nothing else; rows are kept in
/// the cache from primitive variables to the update, and nothing is called through an interface.
#pragma once

#include "godunov.hpp"
#include "largest.hpp"
#include "limiters.hpp"
#include "widest.hpp"

#include <cmath>
#include <vector>

namespace hydro::bench {

class Monolith {
public:
    /// `initial`: planes of n * n conserved variables, of a unit square.
    Monolith(int n, double gamma, const std::vector<double>& initial)
        : extent_{n, n}, gamma_(gamma), inverse_dx_(n), solution_(array()), stage_(array()),
          primitive_(array()), rows_(32 * row()) {
        for (int variable = 0; variable < variables; ++variable) {
            for (int j = 0; j < n; ++j) {
                for (int i = 0; i < n; ++i) {
                    solution_[at(variable, i, j)] =
                        initial[static_cast<std::size_t>((variable * n + j) * n + i)];
                }
            }
        }
    }

    /// One step of Heun's method. `faces(left, right, flux, count)` makes the fluxes of a row of
    /// faces.
    template <class Faces>
    void advance(double cfl, const Faces& faces) {
        const double step = cfl * (1 / largest_rate());
        half_step(
            solution_, faces,
            [&](double old, double now, double rate) HYDRO_INLINE_LAMBDA {
                (void)old;
                return now + step * rate;
            },
            stage_);
        half_step(
            stage_, faces,
            [&](double old, double now, double rate)
                HYDRO_INLINE_LAMBDA { return 0.5 * (old + (now + step * rate)); },
            solution_);
    }

    double density(int i, int j) const { return solution_[at(0, i, j)]; }

private:
    std::size_t array() const { return variables * static_cast<std::size_t>(extent_.size()); }
    std::size_t row() const { return static_cast<std::size_t>(extent_.pitch()); }
    std::size_t at(int variable, int i, int j) const {
        return static_cast<std::size_t>(variable * extent_.size() + extent_.index(i, j));
    }

    void wrap(std::vector<double>& field) const {
        const int n = extent_.nx;
        for (int variable = 0; variable < variables; ++variable) {
            for (int j = 0; j < n; ++j) {
                for (int g = 0; g < ghosts; ++g) {
                    field[at(variable, -1 - g, j)] = field[at(variable, n - 1 - g, j)];
                    field[at(variable, n + g, j)] = field[at(variable, g, j)];
                }
            }
            for (int g = 0; g < ghosts; ++g) {
                for (int i = -ghosts; i < n + ghosts; ++i) {
                    field[at(variable, i, -1 - g)] = field[at(variable, i, n - 1 - g)];
                    field[at(variable, i, n + g)] = field[at(variable, i, g)];
                }
            }
        }
    }

    double largest_rate() const {
        double largest = 0;
        run_widest([&]() HYDRO_INLINE_LAMBDA {
            for (int j = 0; j < extent_.ny; ++j) {
                const double* const rho = &solution_[at(0, 0, j)];
                const double* const mx = &solution_[at(1, 0, j)];
                const double* const my = &solution_[at(2, 0, j)];
                const double* const e = &solution_[at(3, 0, j)];
                const double of_row = largest_of(extent_.nx, [&](int i) HYDRO_INLINE_LAMBDA {
                    const double p =
                        (gamma_ - 1) * (e[i] - 0.5 * (mx[i] * mx[i] + my[i] * my[i]) / rho[i]);
                    const double c = std::sqrt(gamma_ * p / rho[i]);
                    return (magnitude(mx[i] / rho[i]) + c) * inverse_dx_ +
                           (magnitude(my[i] / rho[i]) + c) * inverse_dx_;
                });
                largest = larger(largest, of_row);
            }
        });
        return largest;
    }

    HYDRO_INLINE void make_primitive(const std::vector<double>& field) {
        const std::ptrdiff_t plane = extent_.size();
        const double* __restrict in = field.data();
        double* __restrict out = primitive_.data();
#pragma omp simd
        for (std::ptrdiff_t k = 0; k < plane; ++k) {
            const double rho = in[k];
            const double mx = in[k + plane];
            const double my = in[k + 2 * plane];
            out[k] = rho;
            out[k + plane] = mx / rho;
            out[k + 2 * plane] = my / rho;
            out[k + 3 * plane] =
                larger((gamma_ - 1) * (in[k + 3 * plane] - 0.5 * (mx * mx + my * my) / rho), 1e-12);
        }
    }

    /// Both states of `count` cells from `at` on, whose neighbours are `stride` away.
    HYDRO_INLINE void states(std::ptrdiff_t at, std::ptrdiff_t stride, int count,
                             double* __restrict after, double* __restrict before) const {
        const std::ptrdiff_t plane = extent_.size();
        const std::ptrdiff_t pitch = extent_.pitch();
        const double* __restrict p = primitive_.data() + at;
        const auto half = [&](std::ptrdiff_t k) HYDRO_INLINE_LAMBDA {
            return 0.5 * MonotonizedCentral{}(p[k] - p[k - stride], p[k + stride] - p[k]);
        };
#pragma omp simd
        for (std::ptrdiff_t k = 0; k < count; ++k) {
            const double density = half(k);
            const double pressure = half(k + 3 * plane);
            const bool keep =
                smaller(p[k] - magnitude(density), p[k + 3 * plane] - magnitude(pressure)) > 0;
            for (int variable = 0; variable < variables; ++variable) {
                const double limited = keep ? half(k + variable * plane) : 0.0;
                after[k + variable * pitch] = p[k + variable * plane] + limited;
                before[k + variable * pitch] = p[k + variable * plane] - limited;
            }
        }
    }

    template <class Faces, class Update>
    void half_step(std::vector<double>& from, const Faces& faces, const Update& update,
                   std::vector<double>& to) {
        wrap(from);
        const int n = extent_.nx;
        const std::ptrdiff_t pitch = extent_.pitch();
        const std::ptrdiff_t plane = extent_.size();
        // Rows of four planes each: states after and before cells, fluxes.
        double* after = rows_.data();
        double* next_after = after + 4 * pitch;
        double* const before = after + 8 * pitch;
        double* flux = after + 12 * pitch;
        double* last_flux = after + 16 * pitch;
        run_widest([&]() HYDRO_INLINE_LAMBDA {
            make_primitive(from);
            const auto planes = [&](double* rows, bool in_x) HYDRO_INLINE_LAMBDA {
                return Planes<double>{rows, rows + (in_x ? 1 : 2) * pitch,
                                      rows + (in_x ? 2 : 1) * pitch, rows + 3 * pitch};
            };
            const auto constant = [](const Planes<double>& p) HYDRO_INLINE_LAMBDA {
                return Planes<const double>{p.density, p.normal, p.along, p.pressure};
            };
            states(extent_.index(0, -1), pitch, n, after, before);
            for (int j = 0; j <= n; ++j) {
                states(extent_.index(0, j), pitch, n, next_after, before);
                faces(constant(planes(after, false)), constant(planes(before, false)),
                      planes(flux, false), n);
                if (j > 0) {
                    const std::ptrdiff_t row_at = extent_.index(0, j - 1);
                    double* const x_after = rows_.data() + 20 * pitch;
                    double* const x_before = x_after + 4 * pitch;
                    double* const x_faces = x_after + 8 * pitch;
                    // Cell k - 1 lies before face k.
                    states(row_at - 1, 1, n + 2, x_after, x_before);
                    faces(constant(planes(x_after, true)), constant(planes(x_before + 1, true)),
                          planes(x_faces, true), n + 1);
                    for (int variable = 0; variable < variables; ++variable) {
                        const double* __restrict x = x_faces + variable * pitch;
                        const double* __restrict low = last_flux + variable * pitch;
                        const double* __restrict high = flux + variable * pitch;
                        const double* __restrict now = from.data() + variable * plane + row_at;
                        double* __restrict out = to.data() + variable * plane + row_at;
#pragma omp simd
                        for (int i = 0; i < n; ++i) {
                            const double change =
                                (x[i] - x[i + 1]) * inverse_dx_ + (low[i] - high[i]) * inverse_dx_;
                            out[i] = update(out[i], now[i], change);
                        }
                    }
                }
                std::swap(after, next_after);
                std::swap(flux, last_flux);
            }
        });
    }

    Extent extent_;
    double gamma_;
    double inverse_dx_;
    std::vector<double> solution_;
    std::vector<double> stage_;
    std::vector<double> primitive_;
    std::vector<double> rows_;
};

/// Fluxes of a row, by the formula of one face.
template <class Face>
struct OfEachFace {
    Face face;

    HYDRO_INLINE void operator()(const Planes<const double>& left,
                                 const Planes<const double>& right, const Planes<double>& flux,
                                 int count) const {
#pragma omp simd
        for (int k = 0; k < count; ++k) {
            flux.set(k, face(left.state(k), right.state(k)));
        }
    }
};

/// Fluxes of a row by Godunov's method.
struct OfExactSolutions {
    ExactRiemann riemann;

    HYDRO_INLINE void operator()(const Planes<const double>& left,
                                 const Planes<const double>& right, const Planes<double>& flux,
                                 int count) const {
        solve_run(riemann, left, right, flux, 0, count, NeighbouringElements{});
    }
};

} // namespace hydro::bench
