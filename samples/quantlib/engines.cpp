#include "engines.hpp"

#include "sized_engine.hpp"

#include <ql/methods/lattices/binomialtree.hpp>
#include <ql/pricingengines/vanilla/analyticeuropeanengine.hpp>
#include <ql/pricingengines/vanilla/binomialengine.hpp>
#include <ql/pricingengines/vanilla/mceuropeanengine.hpp>

namespace ql = QuantLib;

std::vector<Engine> make_engines(const Market& market, const EngineSizes& sizes) {
    using Tree = ql::BinomialVanillaEngine<ql::CoxRossRubinstein>;
    using MonteCarlo = ql::MCEuropeanEngine<ql::PseudoRandom>;
    constexpr ql::BigNatural seed = 42;
    constexpr ql::Size time_steps = 1;
    const auto& process = market.process();
    const auto steps = static_cast<ql::Size>(sizes.steps);
    const auto samples = static_cast<ql::Size>(sizes.samples);
    return {{"analytic", ql::ext::make_shared<ql::AnalyticEuropeanEngine>(process)},
            {"binomial", ql::ext::make_shared<SizedEngine<Tree>>(sizes.steps, process, steps)},
            {"monte_carlo", ql::ext::make_shared<SizedEngine<MonteCarlo>>(
                                sizes.samples, process, time_steps, ql::Null<ql::Size>(), false,
                                false, samples, ql::Null<ql::Real>(), ql::Null<ql::Size>(), seed)}};
}
