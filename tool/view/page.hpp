// The page around a document.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include <string>
#include <string_view>

namespace proxima::view {

// What is built from web/: the page before the document, and behind it. Empty where npm was
// missing.
struct PageParts {
    std::string_view before;
    std::string_view behind;
};
PageParts page_parts();

// A page that needs nothing else. Throws std::runtime_error with what is missing, where
// Proxima was built without its parts.
std::string page(const nlohmann::ordered_json& document);

} // namespace proxima::view
