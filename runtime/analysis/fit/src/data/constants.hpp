// The constants of fitting, each with its reason. docs/fitting.md explains the method.
//
// Values without a source are choices. tests/bench/model_accuracy shows what a change of them does
// to the share of formulas that are found and to the coverage of intervals.
#pragma once

#include <cstddef>
#include <cstdint>

namespace proxima::fit::constants {

// Least amounts of measurements.
constexpr std::size_t fewest_points = 4; // constant, coefficient, noise, and one to contradict
constexpr std::size_t fewest_points_of_one_parameter = 3; // a power law, or a line
constexpr std::uint64_t fewest_invocations = 5;           // for a method without parameters
constexpr std::size_t fewest_values = 5; // distinct values of a parameter, to tell its powers apart
constexpr double most_zero_times =
    0.1; // share of the calls; more are shorter than the clock's step
constexpr std::size_t points_per_term = 3;
constexpr std::size_t points_for_standard_error = 12; // with fewer, standard errors mislead

// Noise.
constexpr double least_point_bias = 0.005; // relative; alignment and cache sets do not average out
constexpr double usual_variance_power = 2; // variance ~ mean^2: noise relative to the mean
constexpr double variance_power_prior = 0.5; // standard deviation before any measurement
constexpr double largest_variance_power = 4;
constexpr double least_magnitude = 1e-3; // a mean relative to the typical mean, in weights
constexpr double least_ratio = 1e-6;     // the same, in logarithms

// Points with few invocations that are left out as outliers.
constexpr std::size_t points_to_find_outliers = 10;
constexpr std::uint64_t invocations_to_find_outliers = 8; // with more, a point finds its own
constexpr double outlier_deviations = 10;                 // robust standard deviations
constexpr double least_outlier_deviation = 0.02;          // relative to the formula
constexpr std::size_t points_per_outlier = 20;            // at most 5 % are left out
constexpr std::size_t few_points_for_lone_outlier = 24;   // the search is repeated without each
constexpr std::size_t most_suspects = 3;                  // of more points
constexpr double fitting_ratio = 1.5; // a formula that fits misses no other point by more
constexpr double outlying_ratio = 4;  // the lone outlier lies this much further from it

// Size of the search.
constexpr std::size_t most_searched_points = 512; // the formula is then fitted to all points
constexpr std::size_t most_parameters = 4;        // in one formula; all their products are tried
constexpr std::size_t most_lines = 32;  // lines of points that differ in one parameter only
constexpr std::size_t most_columns = 4; // terms in one sum, besides the constant
constexpr std::size_t most_columns_of_one_parameter = 2; // all sums of two of its terms are tried
constexpr std::size_t most_single_terms = 100;
constexpr std::size_t most_sums = 32;      // sums kept for each number of terms from two on
constexpr std::size_t sums_tried = 8000;   // sums tried for each number of terms from three on
constexpr std::size_t most_formulas = 100; // formulas for each number of terms
constexpr std::size_t most_formulas_per_fold = 6;
constexpr int most_replacement_rounds = 8;

// Choice of the formula.
constexpr std::size_t folds = 5;    // five-fold cross-validation (Breiman and Spector 1992)
constexpr double error_ratio = 2;   // a further term or exponent must divide the error by this
constexpr int usual_penalty = 1;    // Factor::exponent_penalty() of n^2, n log n; n has 0
constexpr double extrapolation = 4; // ratio of larger values to those that must predict them
constexpr double order_of_logarithm = 0.1;    // the power of n that log2(n) is like
constexpr double most_additional_order = 0.6; // powers by which few points' second term exceeds
                                              // the best single one; see is_of_usual_order()
constexpr double least_aicc_degrees = 0.5; // AICc is infinite for three parameters of four points
constexpr double significance = 2;         // least ratio of a coefficient to its standard error
constexpr double likely_aicc = 2;          // AICc this close to the best has substantial support
                                           // (Burnham and Anderson 2002)
constexpr double unlikely_aicc = 28; // AICc this far from the best: a weight of one in a million
constexpr double few_repetitions_per_point = 3; // with fewer, AICc does not know the noise

constexpr double rank_significance = 0.05; // two-sided; five points reach it if all ascend
// Relative changes from small to large values:
constexpr double least_effect = 0.05;   // a parameter with less does not matter
constexpr double refusing_effect = 0.2; // a formula that misses more is refused

// Regimes of a parameter.
constexpr std::size_t values_of_regime = 4;    // least distinct values; fewer fit by chance
constexpr std::size_t most_regime_bounds = 16; // tried; each pair of them is
constexpr double regime_gain = 10;       // AICc difference: one formula has essentially no support
constexpr double regime_misfit = 0.05;   // least relative misses of one formula, root mean square
constexpr double regime_error_ratio = 4; // each bound must divide the squared error by this

// Models by the values of a discrete parameter.
constexpr double division_gain = 10;      // AICc difference: one model for all has essentially no
                                          // support (Burnham and Anderson 2002)
constexpr double division_distance = 0.1; // between the models, relative, root mean square
constexpr std::size_t most_parts = 32;

// Groups of calls by rank, thread or call path.
constexpr std::size_t fewest_calls_of_group = 10;
constexpr double least_group_effect = 0.25; // relative difference from the others that is named
constexpr double group_significance = 0.01; // of all groups together

// Uncertainty.
constexpr double usual_exponent_error = 0.06; // of real methods beyond the largest value
constexpr double least_model_weight = 0.01;   // Akaike weight of a competing model, to the best
constexpr double largest_aicc_lead = 20;      // a larger lead of a model makes no difference
constexpr std::size_t most_competing_models = 8;
constexpr std::size_t invocations_for_quantiles = 20; // with fewer, Student's distribution

// Notes and warnings.
constexpr double noisy_error = 0.15;         // relative, cross-validated
constexpr std::size_t few_points = 8;        // this many points
constexpr std::uint64_t few_repetitions = 2; // with so few calls, intervals may be too narrow
constexpr double unreliable_error = 0.5;     // relative, cross-validated
constexpr double unreliable_factor = 3;      // by which a formula misses a point
constexpr double tail_factor = 3;            // calls that take longer than this times the formula
constexpr double noted_left_out = 0.05;      // share of the time that no formula describes
constexpr double unreliable_left_out = 0.2;
constexpr double noise_share_of_error = 0.5;  // more: noise is the cause of the error
constexpr double largest_chosen_value = 1e12; // larger values are times or addresses, not sizes

// Numerical limits.
constexpr int most_iterations = 30; // iterations of reweighting
constexpr double convergence = 1e-10;
constexpr double dependent_columns = 1e-13; // pivot of columns of length 1
constexpr double rank_threshold = 1e-10;    // for columns of length 1 in a QR decomposition
constexpr double least_leverage = 1e-6;     // of the other points, where one is left out
constexpr double dependence = 1e-9; // relative residual of a column that follows from others
constexpr double least_share_of_sum = 1e-9;   // a term that is less of it everywhere is rounding
constexpr double least_squared_error = 1e-18; // less is rounding
constexpr double tiny = 1e-300;               // avoids division by zero
constexpr std::size_t longest_parameter_name = 64; // formulas repeat names, and are bounded

} // namespace proxima::fit::constants
