#include "view/page.hpp"

#include <proxima/base/text.hpp>

#include <nlohmann/json.hpp>

#include <stdexcept>

namespace proxima::view {
namespace {

// Nothing in the document can end the element that holds it, or reverse the text around it.
std::string as_script_data(const nlohmann::ordered_json& document) {
    using Json = nlohmann::ordered_json;
    const auto text =
        base::printable(document.dump(-1, ' ', false, Json::error_handler_t::replace));
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

std::string page(const nlohmann::ordered_json& document) {
    const auto parts = page_parts();
    if (parts.before.empty()) {
        throw std::runtime_error(
            "this proxima was built without its page: there was no npm, or it reached no registry; "
            "install Node.js 18 or newer with npm and build Proxima again");
    }
    return std::string(parts.before) + as_script_data(document) + std::string(parts.behind);
}

} // namespace proxima::view
