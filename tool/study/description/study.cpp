#include "study.hpp"

#include <charconv>
#include <cmath>

namespace proxima::study {

const std::string* find(const Settings& settings, const std::string& name) {
    for (const auto& [known, value] : settings) {
        if (known == name) {
            return &value;
        }
    }
    return nullptr;
}

std::optional<double> number_of(const std::string& text) {
    double number = 0;
    const auto* end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, number);
    return error == std::errc() && stop == end && std::isfinite(number) ? std::optional(number)
                                                                        : std::nullopt;
}

std::filesystem::path Study::beside(const std::filesystem::path& path) const {
    return (std::filesystem::absolute(file).parent_path() / path).lexically_normal();
}

} // namespace proxima::study
