#pragma once

#include <ql/instruments/vanillaoption.hpp>
#include <vector>

// The terms of a European option.
struct Contract {
    QuantLib::Option::Type type;
    double strike;
    int days; // until it expires
};

// Calls and puts over a grid of strikes and maturities.
std::vector<Contract> contract_set();

QuantLib::ext::shared_ptr<QuantLib::VanillaOption> make_option(const Contract& contract);

// Black and Scholes' closed form, from the error function: independent of QuantLib.
double black_scholes_price(const Contract& contract, double spot);
