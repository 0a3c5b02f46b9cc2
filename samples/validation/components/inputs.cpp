#include "inputs.hpp"

#include <proxima/framework/error.hpp>

#include <charconv>
#include <cmath>
#include <sstream>

namespace validation {

std::vector<double> parse_inputs(const std::string& text) {
    std::vector<double> inputs;
    std::istringstream stream(text);
    for (std::string word; std::getline(stream, word, ',');) {
        const char* const end = word.data() + word.size();
        double x = 0.0;
        const auto [read_to, error] = std::from_chars(word.data(), end, x);
        if (error != std::errc() || read_to != end || !std::isfinite(x) || x <= 0.0) {
            throw proxima::framework::Error(
                proxima::framework::ErrorKind::nonstandard,
                "inputs: \"" + word + "\" is not a number above zero; give some as 0.8,1,1.2");
        }
        inputs.push_back(x);
    }
    return inputs;
}

} // namespace validation
