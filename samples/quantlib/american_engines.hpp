#pragma once

#include "engines.hpp"

#include <string>
#include <vector>

// Engines that price the same American options, for which there is no closed form, each in its own
// way and with an error of its own.
struct AmericanEngineKind {
    std::string name;
    int default_size; // 0: it has no size
    std::string size_means;
};

const std::vector<AmericanEngineKind>& american_engine_kinds();

// Throws std::invalid_argument if there is no such engine, or it cannot have this size.
Engine make_american_engine(const Market& market, const std::string& name, int size);

// The engine whose prices count as exact; their error is about 1e-5.
QuantLib::ext::shared_ptr<QuantLib::PricingEngine> reference_engine(const Market& market);
