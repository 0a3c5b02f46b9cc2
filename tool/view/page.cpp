#include "view/page.hpp"

#include <proxima/base/text.hpp>

#include <nlohmann/json.hpp>

#include <stdexcept>
#include <utility>

namespace proxima::view {
namespace {

// Nothing in the document can end the element that holds it, or reverse the text around it.
// The document goes first: as a tree it takes more memory than all texts.
std::string as_script_data(nlohmann::ordered_json document) {
    using Json = nlohmann::ordered_json;
    auto text = document.dump(-1, ' ', false, Json::error_handler_t::replace);
    document = Json();
    text = base::printable(text);
    std::string escaped;
    escaped.reserve(text.size());
    for (const char c : text) {
        if (c == '<') {
            escaped += "\\u003c";
        } else {
            escaped += c;
        }
    }
    return escaped;
}

} // namespace

std::string page(nlohmann::ordered_json document) {
    const auto parts = page_parts();
    if (parts.before.empty()) {
        throw std::runtime_error(
            "this proxima was built without its page: there was no npm, or it reached no registry; "
            "install Node.js 18 or newer with npm and build Proxima again");
    }
    return std::string(parts.before) + as_script_data(std::move(document)) +
           std::string(parts.behind);
}

} // namespace proxima::view
