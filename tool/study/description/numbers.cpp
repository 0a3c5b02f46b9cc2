#include "numbers.hpp"

#include <fmt/format.h>

#include <cmath>
#include <cstdint>

namespace proxima::study {

std::string number_text(double value) {
    constexpr double exact = 9007199254740992; // whole numbers are exact until there
    if (std::abs(value) <= exact && value == std::floor(value)) {
        return fmt::format("{}", static_cast<std::int64_t>(value));
    }
    return fmt::format("{}", value);
}

} // namespace proxima::study
