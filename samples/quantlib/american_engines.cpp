#include "american_engines.hpp"

#include "sized_engine.hpp"

#include <algorithm>
#include <ql/methods/lattices/binomialtree.hpp>
#include <ql/pricingengines/vanilla/baroneadesiwhaleyengine.hpp>
#include <ql/pricingengines/vanilla/binomialengine.hpp>
#include <ql/pricingengines/vanilla/bjerksundstenslandengine.hpp>
#include <ql/pricingengines/vanilla/fdblackscholesvanillaengine.hpp>
#include <ql/pricingengines/vanilla/juquadraticengine.hpp>
#include <ql/pricingengines/vanilla/qdfpamericanengine.hpp>
#include <stdexcept>

namespace ql = QuantLib;

namespace {

using Port = ql::ext::shared_ptr<ql::PricingEngine>;
using Process = ql::ext::shared_ptr<ql::BlackScholesMertonProcess>;

template <class T>
Port approximation(const Process& process, int) {
    return ql::ext::make_shared<T>(process);
}

Port binomial(const Process& process, int steps) {
    using Tree = ql::BinomialVanillaEngine<ql::CoxRossRubinstein>;
    return ql::ext::make_shared<SizedEngine<Tree>>(steps, process, static_cast<ql::Size>(steps));
}

Port finite_differences(const Process& process, int points) {
    const auto n = static_cast<ql::Size>(points);
    return ql::ext::make_shared<SizedEngine<ql::FdBlackScholesVanillaEngine>>(points, process, n,
                                                                              n);
}

// Andersen, Lake and Offengenden (2015): `nodes` on the exercise boundary.
Port fixed_point(const Process& process, int nodes) {
    const auto n = static_cast<ql::Size>(nodes);
    const auto scheme = ql::ext::make_shared<ql::QdFpLegendreScheme>(2 * n, n, n, 4 * n);
    return ql::ext::make_shared<SizedEngine<ql::QdFpAmericanEngine>>(nodes, process, scheme);
}

struct Maker {
    AmericanEngineKind kind;
    int least_size;
    Port (*make)(const Process& process, int size);
};

const std::vector<Maker>& makers() {
    static const std::vector<Maker> all{
        {{"barone_adesi_whaley", 0, ""},
         0,
         approximation<ql::BaroneAdesiWhaleyApproximationEngine>},
        {{"bjerksund_stensland", 0, ""},
         0,
         approximation<ql::BjerksundStenslandApproximationEngine>},
        {{"ju_quadratic", 0, ""}, 0, approximation<ql::JuQuadraticApproximationEngine>},
        {{"binomial", 200, "steps"}, 2, binomial},
        {{"finite_differences", 100, "points in time and in price"}, 10, finite_differences},
        {{"fixed_point", 8, "nodes of the exercise boundary"}, 3, fixed_point},
    };
    return all;
}

} // namespace

const std::vector<AmericanEngineKind>& american_engine_kinds() {
    static const std::vector<AmericanEngineKind> kinds = [] {
        std::vector<AmericanEngineKind> all;
        for (const Maker& maker : makers()) {
            all.push_back(maker.kind);
        }
        return all;
    }();
    return kinds;
}

Engine make_american_engine(const Market& market, const std::string& name, int size) {
    const auto found = std::find_if(makers().begin(), makers().end(),
                                    [&](const Maker& maker) { return maker.kind.name == name; });
    if (found == makers().end()) {
        throw std::invalid_argument("there is no engine `" + name + "`");
    }
    const bool has_size = found->kind.default_size != 0;
    if (size < found->least_size || (!has_size && size != 0)) {
        throw std::invalid_argument(has_size ? name + " needs a size of at least " +
                                                   std::to_string(found->least_size)
                                             : name + " has no size; leave it out");
    }
    return {name, found->make(market.process(), size)};
}

QuantLib::ext::shared_ptr<QuantLib::PricingEngine> reference_engine(const Market& market) {
    return ql::ext::make_shared<ql::QdFpAmericanEngine>(market.process(),
                                                        ql::QdFpAmericanEngine::accurateScheme());
}
