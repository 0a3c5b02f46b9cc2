// What is wrong with how an application uses its timers, each said once.
#pragma once

#include "region.hpp"

namespace proxima::measuring {

// `stopped` while `running`, started inside of it, still ran.
void report_overlap(const Region& stopped, const Region& running) noexcept;

// More timers run inside each other than are kept apart.
void report_too_deep(const Region& region) noexcept;

// More values of parameters than are kept apart.
void report_too_many_values(const Region& region) noexcept;

} // namespace proxima::measuring
