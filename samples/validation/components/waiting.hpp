#pragma once

#include <chrono>

namespace validation {

using Clock = std::chrono::steady_clock;

double microseconds_since(Clock::time_point start);

// Reads the clock until `microseconds` have passed. Never returns early; late by one reading of the
// clock, or more if preempted.
void spin(double microseconds);

// Sleeps for `microseconds`, and for the time that the system takes to wake up, some 60
// microseconds.
void sleep(double microseconds);

} // namespace validation
