// Values of recorded parameters, as numbers and as people write them.
#pragma once

#include <proxima/rundir/records.hpp>

#include <bit>
#include <cstdint>
#include <string>

namespace proxima::rundir {

/// Of a number, a truth value or a value of an enumeration, as it is recorded.
inline double number_of(ParameterType type, std::uint64_t word) {
    switch (type) {
    case ParameterType::unsigned_integer:
        return static_cast<double>(word);
    case ParameterType::real:
        return std::bit_cast<double>(word);
    case ParameterType::boolean:
        return word != 0 ? 1 : 0;
    default:
        return static_cast<double>(static_cast<std::int64_t>(word));
    }
}

/// `12`, `true`, the name of an enumeration's value, a text; one that was cut ends in `...`.
std::string text_of(const Parameter& parameter, const Record& record);

} // namespace proxima::rundir
