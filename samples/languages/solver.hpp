// The port: C++ that knows nothing of Proxima.
#pragma once

class Solver {
public:
    virtual ~Solver() = default;
    virtual double solve(int n) = 0;
};
