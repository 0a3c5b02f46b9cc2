// The parts of a predicted or attributed time, as text and JSON.
#pragma once

#include "text/output.hpp"
#include "text/terminal.hpp"

#include <proxima/platform/prediction.hpp>

#include <nlohmann/json_fwd.hpp>

#include <optional>
#include <string>

namespace proxima::cli {

// `12.3%`, with a minus sign below 0.
std::string part_text(double part, double whole);
// `1.2 s ... 1.5 s`; empty without an interval.
std::string interval_text(const std::optional<base::Range>& interval);
// The class that takes most of the time, and its share.
std::string limit_text(const platform::Application& application,
                       const platform::PlatformPrediction& prediction);
// `unknown` for NaN.
std::string result_text(double value);

// Writes a table of the components, and a line for each result: `CPI = 1.52`.
void write_parts(const platform::Application& application, const platform::PlatformPrediction& made,
                 const text::Terminal& terminal, text::Output& output);

nlohmann::ordered_json json_of(const std::optional<base::Range>& interval);
nlohmann::ordered_json json_of(const platform::Estimate& estimate);
nlohmann::ordered_json json_of(const platform::Application& application,
                               const platform::PlatformPrediction& made);

} // namespace proxima::cli
