#include "output/needed_headers.hpp"

#include <algorithm>
#include <utility>

namespace proxima::gen {

std::vector<std::string> headers_needed_by(const std::string& text) {
    static const std::pair<const char*, const char*> headers_by_use[] = {
        {"::copy_array(", "proxima/detail/copy_array.hpp"},
        {"proxima::detail::wrap_owner<", "proxima/wrap.hpp"},
        {"proxima::detail::WrappedPorts", "proxima/wrap.hpp"},
        {"::proxima::detail::Signature<", "proxima/detail/signature.hpp"},
        {" InPlace measure(", "proxima/in_place.hpp"},
        {"proxima::detail::entered(", "proxima/detail/measured_table.hpp"},
        {"va_start(", "cstdarg"}};
    std::vector<std::string> headers;
    for (const auto& [use, header] : headers_by_use) {
        const bool needed = text.find(use) != std::string::npos &&
                            std::find(headers.begin(), headers.end(), header) == headers.end();
        if (needed) {
            headers.emplace_back(header);
        }
    }
    return headers;
}

} // namespace proxima::gen
