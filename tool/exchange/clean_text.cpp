#include "exchange/clean_text.hpp"

#include "text/json_text.hpp"

#include <proxima/base/text.hpp>

#include <nlohmann/json.hpp>

namespace proxima::exchange {

std::string utf8_text(std::string_view text) {
    if (base::is_utf8(text)) {
        return std::string(text);
    }
    // nlohmann-json replaces what is not UTF-8.
    const auto json = text::json_text(std::string(text));
    return nlohmann::json::parse(json).get<std::string>();
}

std::string clean_text(std::string_view text) {
    return base::printable(utf8_text(text));
}

} // namespace proxima::exchange
