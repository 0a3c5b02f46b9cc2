// The page around a document.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include <string>
#include <string_view>

namespace proxima::view {

// The page before and behind the document, built from web/. Empty if npm was missing.
struct PageParts {
    std::string_view before;
    std::string_view behind;
};
PageParts page_parts();

// A page that needs no other file. Throws std::runtime_error if Proxima was built without its
// parts.
std::string page(nlohmann::ordered_json document);

} // namespace proxima::view
