#pragma once

#include "sized_engine.hpp"

#include <ql/exercise.hpp>
#include <ql/instruments/payoffs.hpp>
#include <ql/option.hpp>
#include <ql/pricingengine.hpp>
#include <ql/settings.hpp>

// Terms of the contract that an engine is about to price, read from its arguments: the parameters
// that its proxy records.
namespace contract_terms {

inline const QuantLib::Option::arguments& of(const QuantLib::PricingEngine& engine) {
    return dynamic_cast<const QuantLib::Option::arguments&>(*engine.getArguments());
}

inline double strike(const QuantLib::PricingEngine& engine) {
    return dynamic_cast<const QuantLib::StrikedTypePayoff&>(*of(engine).payoff).strike();
}

inline int days(const QuantLib::PricingEngine& engine) {
    const QuantLib::Date today = QuantLib::Settings::instance().evaluationDate();
    return of(engine).exercise->lastDate() - today;
}

// Size of the engine's work; 0 if it has none.
inline int size(const QuantLib::PricingEngine& engine) {
    const auto* const sized = dynamic_cast<const Sized*>(&engine);
    return sized != nullptr ? sized->size() : 0;
}

} // namespace contract_terms
