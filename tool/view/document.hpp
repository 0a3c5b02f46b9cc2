// Everything that a page shows, as one JSON document.
#pragma once

#include "view/viewed_run.hpp"

#include <nlohmann/json_fwd.hpp>

namespace proxima::view {

// `earlier` is what `run` is compared with. Times in microseconds; no text has control characters.
nlohmann::ordered_json document(const ViewedRun& run, const ViewedRun* earlier);

} // namespace proxima::view
