#include "inputs.hpp"
#include "non_negative.hpp"

#include <proxima/base/range.hpp>
#include <proxima/base/student.hpp>
#include <proxima/base/text.hpp>
#include <proxima/platform/fitting.hpp>

#include <Eigen/LU>
#include <Eigen/QR>
#include <algorithm>
#include <cmath>

namespace proxima::platform {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr int most_iterations = 100; // one is enough for a linear total
constexpr double converged = 1e-9;

const Platform* platform_of(const MeasuredRunTime& run, const std::vector<Platform>& platforms) {
    if (run.platform.empty() && platforms.size() <= 1) {
        return platforms.empty() ? nullptr : &platforms.front();
    }
    std::vector<std::string> names;
    for (const auto& platform : platforms) {
        if (platform.name == run.platform) {
            return &platform;
        }
        names.push_back(platform.name);
    }
    throw base::Error(run.place, "no platform `" + run.platform + "` is given" +
                                     base::instead(run.platform, names, "platforms"));
}

// Minimizes the squares of relative errors by the Gauss-Newton method.
class Fitting {
public:
    Fitting(Application& application, const std::vector<Platform>& platforms,
            std::vector<const MeasuredRunTime*> runs)
        : application_(application), runs_(std::move(runs)) {
        for (std::size_t i = 0; i < application.parameters.size(); ++i) {
            if (application.parameters[i].is_free) {
                free_.push_back(i);
            }
        }
        for (const auto* run : runs_) {
            platforms_.push_back(platform_of(*run, platforms));
        }
        check();
    }

    void run() {
        for (int i = 0; i < most_iterations; ++i) {
            linearize();
            const VectorXd before = coefficients();
            const VectorXd next =
                non_negative_least_squares(jacobian_, residuals_ + jacobian_ * before);
            if (!take(before, next)) {
                break;
            }
            if ((next - before).norm() <= converged * next.norm()) {
                break;
            }
        }
        linearize();
    }

    Fit result() {
        check_independence();
        std::vector<Index> active;
        Fit fit;
        const VectorXd values = coefficients();
        for (Index i = 0; i < values.size(); ++i) {
            if (values[i] > 0) {
                active.push_back(i);
                fit.parameters.push_back(parameter(i).name);
            }
        }
        fit.degrees_of_freedom =
            static_cast<double>(runs_.size()) - static_cast<double>(active.size());
        const MatrixXd rows = jacobian_(Eigen::all, active);
        const VectorXd norms = rows.colwise().norm();
        const MatrixXd scaled = rows * norms.cwiseInverse().asDiagonal();
        const double variance = residuals_.squaredNorm() / fit.degrees_of_freedom;
        fit.scatter = std::sqrt(variance);
        const MatrixXd inverse = norms.cwiseInverse().asDiagonal() *
                                 MatrixXd((scaled.transpose() * scaled).inverse()) *
                                 norms.cwiseInverse().asDiagonal();
        const double t = base::student_quantile(0.95, fit.degrees_of_freedom);
        for (Index i = 0; i < inverse.rows(); ++i) {
            fit.covariance.emplace_back();
            for (Index j = 0; j < inverse.cols(); ++j) {
                fit.covariance.back().push_back(variance * inverse(i, j));
            }
            auto& fitted = parameter(active[static_cast<std::size_t>(i)]);
            const double width = t * std::sqrt(variance * inverse(i, i));
            fitted.interval = base::Range{fitted.value - width, fitted.value + width};
        }
        return fit;
    }

private:
    ModelParameter& parameter(Index free) {
        return application_.parameters[free_[static_cast<std::size_t>(free)]];
    }

    void check() {
        if (free_.empty()) {
            throw base::Error(application_.file,
                              "no parameter is to be fitted; mark one with \"free\": true");
        }
        if (runs_.size() <= free_.size()) {
            throw base::Error(application_.file, std::to_string(runs_.size()) + " runs for " +
                                                     std::to_string(free_.size()) +
                                                     " free parameters; more runs are needed");
        }
        for (const auto index : free_) {
            auto& parameter = application_.parameters[index];
            parameter.interval.reset();
            for (const auto* run : runs_) {
                if (run->values.count(parameter.name) > 0) {
                    throw base::Error(run->place,
                                      "`" + parameter.name + "` is to be fitted; drop its column");
                }
            }
        }
        application_.fit.reset();
    }

    void check_independence() {
        const VectorXd norms = jacobian_.colwise().norm();
        for (Index i = 0; i < norms.size(); ++i) {
            if (!(norms[i] > 0)) {
                throw base::Error(parameter(i).place, "`" + parameter(i).name +
                                                          "` has no part in the times of these "
                                                          "runs; measure others, or do not fit it");
            }
        }
        const MatrixXd scaled = jacobian_ * norms.cwiseInverse().asDiagonal();
        Eigen::ColPivHouseholderQR<MatrixXd> qr(scaled);
        qr.setThreshold(1e-6);
        if (qr.rank() < scaled.cols()) {
            throw base::Error(application_.file,
                              "these runs cannot tell the free parameters apart; measure others, "
                              "or give one of them a value");
        }
    }

    VectorXd coefficients() {
        VectorXd values(static_cast<Index>(free_.size()));
        for (Index i = 0; i < values.size(); ++i) {
            values[i] = parameter(i).value;
        }
        return values;
    }

    double squares() const {
        double sum = 0;
        for (std::size_t i = 0; i < runs_.size(); ++i) {
            sum += std::pow(1 - total(i) / runs_[i]->seconds, 2);
        }
        return sum;
    }

    double total(std::size_t run) const {
        const auto inputs = inputs_of(application_, platforms_[run], runs_[run]->values);
        return outcomes_of(application_, values_of(inputs))[application_.components.size()];
    }

    void linearize() {
        const auto rows = static_cast<Index>(runs_.size());
        jacobian_.resize(rows, static_cast<Index>(free_.size()));
        residuals_.resize(rows);
        for (Index i = 0; i < rows; ++i) {
            const auto at = static_cast<std::size_t>(i);
            const auto inputs = inputs_of(application_, platforms_[at], runs_[at]->values);
            const double seconds = runs_[at]->seconds;
            residuals_[i] = 1 - total(at) / seconds;
            for (std::size_t k = 0; k < free_.size(); ++k) {
                jacobian_(i, static_cast<Index>(k)) =
                    slopes(application_, inputs, free_[k])[application_.components.size()] /
                    seconds;
            }
        }
    }

    // Moves towards `next` until the errors are smaller. Returns false if no step makes them
    // smaller.
    bool take(const VectorXd& before, const VectorXd& next) {
        const double least = squares();
        for (double step = 1; step > 1e-6; step /= 2) {
            set(before + step * (next - before));
            if (squares() < least) {
                return true;
            }
        }
        set(before);
        return false;
    }

    void set(const VectorXd& values) {
        for (Index i = 0; i < values.size(); ++i) {
            parameter(i).value = values[i];
        }
    }

    Application& application_;
    std::vector<const MeasuredRunTime*> runs_;
    std::vector<const Platform*> platforms_;
    std::vector<std::size_t> free_;
    MatrixXd jacobian_;
    VectorXd residuals_;
};

} // namespace

FittedApplication fit(const Application& application, const std::vector<Platform>& platforms,
                      const std::vector<MeasuredRunTime>& runs,
                      const std::vector<RunFilter>& held_back) {
    const auto is_held_back = [&](const MeasuredRunTime& run) {
        return std::any_of(held_back.begin(), held_back.end(),
                           [&](const RunFilter& filter) { return filter.contains(run); });
    };
    std::vector<const MeasuredRunTime*> used;
    for (const auto& run : runs) {
        if (!is_held_back(run)) {
            used.push_back(&run);
        }
    }
    FittedApplication made{application, {}};
    Fitting fitting(made.application, platforms, std::move(used));
    fitting.run();
    made.application.fit = fitting.result();
    for (const auto& run : runs) {
        made.runs.push_back({run,
                             predict(made.application, platform_of(run, platforms), run.values),
                             is_held_back(run)});
    }
    made.application.fit->runs =
        std::to_string(runs.size()) + " runs, " +
        std::to_string(std::count_if(runs.begin(), runs.end(), is_held_back)) +
        " of them held back";
    return made;
}

} // namespace proxima::platform
