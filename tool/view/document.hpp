// Everything that a page shows, as one JSON document.
#pragma once

#include "view/page.hpp"

namespace proxima::view {

// `earlier` is what `run` is compared with. Times in microseconds; no text has control characters.
void write_document(ViewedRun run, std::optional<ViewedRun> earlier, ScriptData& document);

} // namespace proxima::view
