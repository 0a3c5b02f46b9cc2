#pragma once

#include "market.hpp"

#include <ql/pricingengine.hpp>
#include <string>
#include <vector>

// An implementation of the port, by name.
struct Engine {
    std::string name;
    QuantLib::ext::shared_ptr<QuantLib::PricingEngine> engine;
};

struct EngineSizes {
    int steps = 801;     // steps of the binomial tree
    int samples = 20000; // samples of Monte Carlo
};

// Three engines that price the same options: the analytic one, a binomial tree and Monte Carlo.
std::vector<Engine> make_engines(const Market& market, const EngineSizes& sizes);
