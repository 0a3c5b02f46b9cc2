#pragma once

#include <IpTNLP.hpp>

// Ipopt's answer to a problem.
struct SolveSummary {
    bool solved;
    Ipopt::Index iterations;
    Ipopt::Number objective;
    Ipopt::Index objective_evaluations;
    Ipopt::Index gradient_evaluations;
    Ipopt::Index constraint_evaluations;
    Ipopt::Index jacobian_evaluations;
    Ipopt::Index hessian_evaluations;
};

// Solves within the exact bounds and otherwise with Ipopt's default options, silently; an ipopt.opt
// in the working directory overrides them.
SolveSummary solve(const Ipopt::SmartPtr<Ipopt::TNLP>& problem);
