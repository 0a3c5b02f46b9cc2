// Reads the input as a selection, which may only be accepted or refused with Error, and solves it.
#include <proxima/base/error.hpp>
#include <proxima/fit/model_file.hpp>
#include <proxima/select/selection.hpp>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

namespace {

using namespace proxima::fit;
using namespace proxima::select;
using namespace proxima::base;

constexpr double enough_seconds = 0.01;

// The models of all implementations that an input may name.
constexpr std::string_view models =
    R"({"format": 1, "models": [
        {"implementation": "A1", "mean": "2 * x", "inputs": [{"name": "x", "min": 0, "max": 9}], "quality": {"q": 1}},
        {"implementation": "A2", "mean": "x ^ 2", "stddev": "x", "inputs": [{"name": "x"}], "quality": {"q": 3}},
        {"implementation": "B1", "mean": "1 / x", "inputs": [{"name": "x"}]},
        {"implementation": "B2", "mean": "3", "interval": {"level": 0.9, "degrees_of_freedom": 7,
         "gradient": ["1"], "covariance": [[2]]}}]})";

void look_at(std::string_view text) {
    const auto problem =
        parse_selection("selection.json", text, parse_models("models.json", models));
    if (!problem.workload) {
        return;
    }
    SelectionSettings settings;
    settings.limits.seconds = enough_seconds;
    settings.limits.labels = 4096;
    const auto answer = select(problem, *problem.workload, settings);
    if (answer.best.empty() ||
        answer.best.front().implementations.size() != answer.variables.size()) {
        std::abort();
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    try {
        look_at(text);
    } catch (const proxima::base::Error&) {
    }
    return 0;
}
