// Imports the functions of base that format numbers for people.
#pragma once

#include <proxima/base/units.hpp>

namespace proxima::text {

using base::human_bytes;
using base::human_count;
using base::human_number;
using base::human_part;
using base::human_probability;
using base::human_seconds;
using base::human_share;
using base::human_time;
using base::plural;
using base::short_expression;

} // namespace proxima::text
