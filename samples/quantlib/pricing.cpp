#include "pricing.hpp"

#include "pricingengine.proxy.hpp"

namespace ql = QuantLib;

Portfolio::Portfolio(const std::vector<Contract>& contracts, const Engine& engine, bool bare) {
    ql::ext::shared_ptr<ql::PricingEngine> port = engine.engine;
    if (!bare) {
        port = ql::ext::make_shared<proxima::Proxy<ql::PricingEngine>>(engine.engine, engine.name);
    }
    for (const Contract& contract : contracts) {
        const auto option = make_option(contract);
        option->setPricingEngine(port);
        // A proxy is an Observable of its own, but it is the engine that announces changes of the
        // market.
        option->registerWith(engine.engine);
        options_.push_back(option);
    }
}

std::vector<double> Portfolio::prices() const {
    std::vector<double> prices;
    prices.reserve(options_.size());
    for (const auto& option : options_) {
        prices.push_back(option->NPV());
    }
    return prices;
}

std::vector<double> Portfolio::standard_errors() const {
    std::vector<double> errors;
    errors.reserve(options_.size());
    for (const auto& option : options_) {
        errors.push_back(option->errorEstimate());
    }
    return errors;
}
