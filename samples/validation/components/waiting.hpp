#pragma once

#include <chrono>

namespace validation {

using Clock = std::chrono::steady_clock;

double microseconds_since(Clock::time_point start);

// Reads the clock until `microseconds` have passed: never shorter, and longer by one reading
// unless something else takes the processor.
void spin(double microseconds);

// Leaves the processor meanwhile; longer by what the system takes to wake up, some 60 microseconds.
void sleep(double microseconds);

} // namespace validation
