#pragma once

#include "contracts.hpp"
#include "engines.hpp"

#include <vector>

// Options that are priced by one engine.
class Portfolio {
public:
    // `bare`: the options use the engine directly, without a proxy.
    Portfolio(const std::vector<Contract>& contracts, const Engine& engine, bool bare);

    std::vector<double> prices() const;

    // The standard errors of the prices; only of an engine that estimates them (Monte Carlo).
    std::vector<double> standard_errors() const;

private:
    std::vector<QuantLib::ext::shared_ptr<QuantLib::VanillaOption>> options_;
};
