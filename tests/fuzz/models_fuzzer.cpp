// Reads the input as a file of models, and as measurements in Extra-P's format, which are then
// fitted. All may only be accepted or refused with Error.
#include <proxima/fit/fit.hpp>
#include <proxima/fit/model_file.hpp>
#include <proxima/gather/extrap_file.hpp>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

namespace {

using namespace proxima::gather;
using namespace proxima::fit;

// Checks that accepted models have values everywhere, and are written as they were read.
void check(const std::vector<Model>& models) {
    for (const auto& model : models) {
        const std::vector<double> ones(model.inputs.size(), 1);
        model.mean(ones);
        prediction_interval(model, ones, model.uncertainty ? model.uncertainty->level : 0.5);
    }
    const auto text = models_text(models);
    if (models_text(parse_models("again.json", text)) != text) {
        std::abort();
    }
}

void fit_all(const std::vector<Measurements>& all) {
    constexpr std::size_t enough = 3; // to be fast
    for (std::size_t i = 0; i < all.size() && i < enough; ++i) {
        std::vector<Model> models;
        for (const auto& outcome : fit(all[i], {})) {
            if (outcome.model) {
                models.push_back(*outcome.model);
            }
        }
        check(models);
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    std::vector<Model> models;
    try {
        models = parse_models("models.json", text);
    } catch (const proxima::base::Error&) {
    }
    check(models);
    std::vector<Measurements> measured;
    try {
        measured = parse_extrap("measurements.jsonl", text);
    } catch (const proxima::base::Error&) {
    }
    fit_all(measured);
    return 0;
}
