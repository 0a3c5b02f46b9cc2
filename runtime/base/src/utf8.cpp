#include <proxima/base/text.hpp>
#include <proxima/base/utf8.hpp>

#include <nlohmann/json.hpp>

namespace proxima::base {

std::string utf8_text(std::string_view text) {
    if (is_utf8(text)) {
        return std::string(text);
    }
    const auto replaced =
        nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
    return nlohmann::json::parse(replaced).get<std::string>();
}

} // namespace proxima::base
