// The validation application of the papers as a selection.
#pragma once

#include "selection_files.hpp"

#include <string>
#include <vector>

namespace proxima::test {

using namespace base;
using namespace fit;
using namespace select;

// Trebon's thesis, section VI: A1: 2x, A2: x^2, B1: x^3, B2: 2x^2.
inline const std::string validation_models = model_of("A1", "2*x") + "," + model_of("A2", "x^2") +
                                             "," + model_of("B1", "x^3") + "," +
                                             model_of("B2", "2*x^2");
inline const std::string two_families =
    R"("families": [{"name": "A", "implementations": ["A1", "A2"]},
                                                 {"name": "B", "implementations": ["B1", "B2"]}])";

inline std::string work(const std::string& instance, const std::vector<double>& inputs) {
    std::string text = R"({"instance": ")" + instance + R"(", "inputs": [)";
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        text += (i == 0 ? "" : ",") + (R"({"values": {"x": )" + std::to_string(inputs[i]) + "}}");
    }
    return text + "]}";
}

inline std::string both_with(const std::vector<double>& inputs) {
    return two_families + R"(, "workload": [)" + work("A", inputs) + "," + work("B", inputs) + "]";
}

inline const std::string one_family =
    R"("families": [{"name": "A", "implementations": ["A1", "A2"]}],
    "workload": [{"instance": "A", "inputs": [{"values": {"x": 5}, "count": 4}]}])";

} // namespace proxima::test
