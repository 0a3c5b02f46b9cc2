// The page around a document.
#pragma once

#include "text/output.hpp"
#include "view/viewed_run.hpp"

#include <nlohmann/json.hpp>

#include <optional>
#include <string_view>

namespace proxima::view {

// The page before and behind the document, built from web/. Empty if npm was missing.
struct PageParts {
    std::string_view before;
    std::string_view behind;
};
PageParts page_parts();

// The document's object, written into the page's script element while it is made: a tree of the
// whole takes many times the memory of its text.
class ScriptData {
public:
    explicit ScriptData(text::Output& out) : out_(out) {}

    // A member that is an object; its members follow, then end(). No name: the outermost one.
    void begin(std::string_view name = {});
    void end();
    void member(std::string_view name, const nlohmann::ordered_json& value);

    // An array: what `make` returns for each of `items`.
    template <typename Items, typename Make>
    void array(std::string_view name, const Items& items, Make make) {
        key(name);
        const char* before = "[";
        for (const auto& item : items) {
            out_.write(before);
            write(make(item));
            before = ",";
        }
        out_.write(*before == '[' ? "[]" : "]");
    }

private:
    void key(std::string_view name);
    void write(const nlohmann::ordered_json& json);

    text::Output& out_;
    bool is_first_ = true; // of its object
};

// Writes a page that needs no other file; `earlier` is what `run` is compared with. Throws
// std::runtime_error if Proxima was built without its parts.
void write_page(ViewedRun run, std::optional<ViewedRun> earlier, text::Output& out);

} // namespace proxima::view
