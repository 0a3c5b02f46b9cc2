#include "text_forms.hpp"

#include <proxima/base/file.hpp>
#include <proxima/base/text.hpp>

#include <algorithm>

namespace proxima::assembly {
namespace {

void check_text(const std::string& file, std::string_view text) {
    for (std::size_t line = 1; !text.empty(); ++line) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        if (text.substr(0, end).find('\0') != std::string_view::npos) {
            throw Error({file, line}, "there is a NUL byte; is this a text file?");
        }
        if (!base::is_utf8(text.substr(0, end))) {
            throw Error({file, line}, "this is not UTF-8; save the file as UTF-8 text");
        }
        text.remove_prefix(std::min(end + 1, text.size()));
    }
}

} // namespace

Assembly read_what_is_readable(const std::string& file) {
    std::string text = base::read_whole_file(file);
    constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";
    if (text.starts_with(byte_order_mark)) {
        text.erase(0, byte_order_mark.size());
    }
    check_text(file, text);
    return parse_script(file, text);
}

Assembly read_assembly(const std::string& file) {
    Assembly assembly = read_what_is_readable(file);
    if (!assembly.unreadable.empty()) {
        throw assembly.unreadable.front();
    }
    return assembly;
}

} // namespace proxima::assembly
