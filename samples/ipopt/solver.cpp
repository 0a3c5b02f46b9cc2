#include "solver.hpp"

#include <IpIpoptApplication.hpp>
#include <IpSolveStatistics.hpp>
#include <stdexcept>

SolveSummary solve(const Ipopt::SmartPtr<Ipopt::TNLP>& problem) {
    const Ipopt::SmartPtr<Ipopt::IpoptApplication> application = new Ipopt::IpoptApplication();
    application->Options()->SetIntegerValue("print_level", 0);
    application->Options()->SetStringValue("sb", "yes"); // no banner
    // Ipopt relaxes bounds by 1e-8 unless told otherwise, which would show in the eighth digit of
    // the optimum.
    application->Options()->SetNumericValue("bound_relax_factor", 0.0);
    if (application->Initialize() != Ipopt::Solve_Succeeded) {
        throw std::runtime_error("Ipopt does not accept its options; look into ipopt.opt");
    }
    const Ipopt::ApplicationReturnStatus status = application->OptimizeTNLP(problem);
    const Ipopt::SmartPtr<Ipopt::SolveStatistics> statistics = application->Statistics();
    if (Ipopt::IsNull(statistics)) {
        throw std::runtime_error("Ipopt could not start on the problem");
    }
    SolveSummary summary{};
    summary.solved = status == Ipopt::Solve_Succeeded;
    summary.iterations = statistics->IterationCount();
    summary.objective = statistics->FinalObjective();
    statistics->NumberOfEvaluations(summary.objective_evaluations, summary.constraint_evaluations,
                                    summary.gradient_evaluations, summary.jacobian_evaluations,
                                    summary.hessian_evaluations);
    return summary;
}
