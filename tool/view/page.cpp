#include "view/page.hpp"

#include "view/document.hpp"

#include <proxima/base/text.hpp>

#include <stdexcept>
#include <utility>

namespace proxima::view {

using Json = nlohmann::ordered_json;

void ScriptData::begin(std::string_view name) {
    key(name);
    out_.write("{");
    is_first_ = true;
}

void ScriptData::end() {
    out_.write("}");
    is_first_ = false;
}

void ScriptData::member(std::string_view name, const Json& value) {
    key(name);
    write(value);
}

void ScriptData::key(std::string_view name) {
    if (!name.empty()) {
        out_.print("{}\"{}\":", is_first_ ? "" : ",", name);
        is_first_ = false;
    }
}

// Nothing in the document can end the element that holds it, or reverse the text around it.
void ScriptData::write(const Json& json) {
    const auto text = base::printable(json.dump(-1, ' ', false, Json::error_handler_t::replace));
    std::string_view rest = text;
    for (auto at = rest.find('<'); at != std::string_view::npos; at = rest.find('<')) {
        out_.write(rest.substr(0, at));
        out_.write("\\u003c");
        rest.remove_prefix(at + 1);
    }
    out_.write(rest);
}

void write_page(ViewedRun run, std::optional<ViewedRun> earlier, text::Output& out) {
    const auto parts = page_parts();
    if (parts.before.empty()) {
        throw std::runtime_error(
            "this proxima was built without its page: there was no npm, or it reached no registry; "
            "install Node.js 18 or newer with npm and build Proxima again");
    }
    out.write(parts.before);
    ScriptData data(out);
    write_document(std::move(run), std::move(earlier), data);
    out.write(parts.behind);
}

} // namespace proxima::view
