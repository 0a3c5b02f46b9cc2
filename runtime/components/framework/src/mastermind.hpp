// The component classes Mastermind and Measurement.
#pragma once

#include <proxima/framework/component.hpp>

#include <memory>

namespace proxima::framework {

inline constexpr const char* mastermind_class = "Mastermind";
inline constexpr const char* mastermind_port = "monitor";
inline constexpr const char* measurement_class = "Measurement";

std::unique_ptr<Component> make_mastermind();
std::unique_ptr<Component> make_measurement();

} // namespace proxima::framework
