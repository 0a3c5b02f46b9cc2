#include "contracts.hpp"

#include "market.hpp"

#include <cmath>
#include <ql/exercise.hpp>

namespace ql = QuantLib;

namespace {

double normal_distribution(double x) {
    return 0.5 * std::erfc(-x / std::sqrt(2.0));
}

} // namespace

std::vector<Contract> contract_set(Exercise exercise) {
    std::vector<Contract> contracts;
    for (const auto type : {ql::Option::Call, ql::Option::Put}) {
        for (const int days : {91, 182, 365, 730}) {
            for (int strike = 80; strike <= 120; strike += 5) {
                contracts.push_back({type, static_cast<double>(strike), days, exercise});
            }
        }
    }
    return contracts;
}

ql::ext::shared_ptr<ql::VanillaOption> make_option(const Contract& contract) {
    const ql::Date expiry = Market::today() + contract.days;
    ql::ext::shared_ptr<ql::Exercise> exercise;
    if (contract.exercise == Exercise::any_time) {
        exercise = ql::ext::make_shared<ql::AmericanExercise>(Market::today(), expiry);
    } else {
        exercise = ql::ext::make_shared<ql::EuropeanExercise>(expiry);
    }
    return ql::ext::make_shared<ql::VanillaOption>(
        ql::ext::make_shared<ql::PlainVanillaPayoff>(contract.type, contract.strike), exercise);
}

double black_scholes_price(const Contract& contract, double spot) {
    const double years = contract.days / 365.0;
    const double deviation = Market::volatility * std::sqrt(years);
    const double discounted_spot = spot * std::exp(-Market::dividend_yield * years);
    const double discounted_strike = contract.strike * std::exp(-Market::rate * years);
    const double d1 = std::log(discounted_spot / discounted_strike) / deviation + deviation / 2.0;
    const double d2 = d1 - deviation;
    const double sign = contract.type == ql::Option::Call ? 1.0 : -1.0;
    return sign * (discounted_spot * normal_distribution(sign * d1) -
                   discounted_strike * normal_distribution(sign * d2));
}
