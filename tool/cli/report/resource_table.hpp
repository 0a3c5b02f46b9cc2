// The resources that methods used, as a table and as JSON.
#pragma once

#include "text/output.hpp"
#include "text/terminal.hpp"

#include <proxima/resources/resources.hpp>

#include <nlohmann/json_fwd.hpp>

namespace proxima::cli {

// Shows at most `most` methods.
void write_resources(const resources::ResourcePart& part, std::size_t most,
                     const text::Terminal& terminal, text::Output& output);
nlohmann::ordered_json json_of(const resources::ResourcePart& part);

} // namespace proxima::cli
