#include "engines.hpp"

#include <ql/methods/lattices/binomialtree.hpp>
#include <ql/pricingengines/vanilla/analyticeuropeanengine.hpp>
#include <ql/pricingengines/vanilla/binomialengine.hpp>
#include <ql/pricingengines/vanilla/mceuropeanengine.hpp>

namespace ql = QuantLib;

std::vector<Engine> make_engines(const Market& market, const EngineSizes& sizes) {
    constexpr ql::BigNatural seed = 42;
    const auto& process = market.process();
    const ql::ext::shared_ptr<ql::PricingEngine> monte_carlo =
        ql::MakeMCEuropeanEngine<ql::PseudoRandom>(process)
            .withSteps(1)
            .withSamples(static_cast<ql::Size>(sizes.samples))
            .withSeed(seed);
    return {{"analytic", ql::ext::make_shared<ql::AnalyticEuropeanEngine>(process)},
            {"binomial", ql::ext::make_shared<ql::BinomialVanillaEngine<ql::CoxRossRubinstein>>(
                             process, static_cast<ql::Size>(sizes.steps))},
            {"monte_carlo", monte_carlo}};
}
