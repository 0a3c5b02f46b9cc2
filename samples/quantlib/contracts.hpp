#pragma once

#include <ql/instruments/vanillaoption.hpp>
#include <vector>

enum class Exercise {
    at_expiry, // a European option
    any_time   // an American one
};

// The terms of an option.
struct Contract {
    QuantLib::Option::Type type;
    double strike;
    int days; // until it expires
    Exercise exercise = Exercise::at_expiry;
};

// Calls and puts over a grid of strikes and maturities.
std::vector<Contract> contract_set(Exercise exercise);

QuantLib::ext::shared_ptr<QuantLib::VanillaOption> make_option(const Contract& contract);

// Black and Scholes' closed form for European options, from the error function: independent of
// QuantLib.
double black_scholes_price(const Contract& contract, double spot);
