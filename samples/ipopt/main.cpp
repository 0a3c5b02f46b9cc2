#include "IpTNLP.proxy.hpp"
#include "hs071.hpp"
#include "luksan_vlcek1.hpp"
#include "solver.hpp"

#include <CLI/CLI.hpp>

#include <cmath>
#include <cstdio>
#include <exception>
#include <string>

namespace {

constexpr double hs071_optimum = 17.0140173;
constexpr double hs071_tolerance = 5e-8; // the optimum is published with seven decimals

struct Options {
    Ipopt::Index variables = 20'000;
    int solves = 1;    // repetitions of each problem; the last is shown
    bool bare = false; // hand the problems to Ipopt without proxies
};

SolveSummary solve_and_print(const Ipopt::SmartPtr<Problem>& problem, const std::string& name,
                             const Options& options) {
    Ipopt::SmartPtr<Ipopt::TNLP> nlp = Ipopt::GetRawPtr(problem);
    if (!options.bare) {
        nlp = new proxima::Proxy<Ipopt::TNLP>(problem, name);
    }
    for (int i = 1; i < options.solves; ++i) {
        solve(nlp);
    }
    const SolveSummary summary = solve(nlp);
    std::printf("%-15s %8zu %10d %6d %6d %6d %6d %6d  %.17g %s\n", name.c_str(),
                problem->solution().size(), summary.iterations, summary.objective_evaluations,
                summary.gradient_evaluations, summary.constraint_evaluations,
                summary.jacobian_evaluations, summary.hessian_evaluations, summary.objective,
                summary.solved ? "" : "NOT SOLVED");
    return summary;
}

bool run(const Options& options) {
    std::printf("%-15s %8s %10s %6s %6s %6s %6s %6s  %s\n", "problem", "n", "iterations", "f",
                "grad_f", "g", "jac_g", "h", "optimum");
    const SolveSummary hs071 = solve_and_print(new Hs071(), "hs071", options);
    const SolveSummary luksan_vlcek1 =
        solve_and_print(new LuksanVlcek1(options.variables), "luksan_vlcek1", options);
    if (std::abs(hs071.objective - hs071_optimum) > hs071_tolerance) {
        std::fprintf(stderr,
                     "ipopt: error: the optimum of hs071 came out as %.9f instead of %.7f\n",
                     hs071.objective, hs071_optimum);
        return false;
    }
    return hs071.solved && luksan_vlcek1.solved;
}

} // namespace

int main(int argc, char** argv) {
    Options options;
    CLI::App app("Nonlinear optimisation with Ipopt, measured at Ipopt::TNLP");
    app.add_option("--variables", options.variables, "size of the scalable problem")
        ->check(CLI::Range(3, 10'000'000))
        ->capture_default_str();
    app.add_option("--solves", options.solves, "solve each problem so often")
        ->check(CLI::PositiveNumber)
        ->capture_default_str();
    app.add_flag("--bare", options.bare, "hand the problems to Ipopt without proxies");
    CLI11_PARSE(app, argc, argv);
    try {
        return run(options) ? 0 : 1;
    } catch (const std::exception& error) {
        std::fprintf(stderr, "ipopt: error: %s\n", error.what());
        return 1;
    }
}
