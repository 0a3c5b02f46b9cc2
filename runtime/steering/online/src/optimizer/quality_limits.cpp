#include "optimizer/quality_limits.hpp"

#include <charconv>
#include <cmath>
#include <sstream>
#include <stdexcept>

namespace proxima::online {

QualityLimits::QualityLimits(std::string_view text) {
    std::istringstream words{std::string(text)};
    for (std::string word; words >> word;) {
        const std::size_t at = word.find('=');
        const bool has_sign =
            at != std::string::npos && at > 1 && (word[at - 1] == '>' || word[at - 1] == '<');
        const char* const end = word.data() + word.size();
        Limit limit{"", false, 0};
        const char* read = nullptr;
        if (has_sign) {
            read = std::from_chars(word.data() + at + 1, end, limit.value).ptr;
        }
        if (read != end || at + 1 == word.size() || std::isnan(limit.value)) {
            throw std::invalid_argument("`" + word + "` is not NAME>=NUMBER or NAME<=NUMBER");
        }
        limit.name = word.substr(0, at - 1);
        limit.is_least = word[at - 1] == '>';
        limits_.push_back(limit);
    }
}

std::string QualityLimits::objection(const std::map<std::string, double>& quality,
                                     bool is_measured) const {
    for (const Limit& limit : limits_) {
        const auto known = quality.find(limit.name);
        if (known == quality.end() && is_measured) {
            continue;
        }
        if (known == quality.end()) {
            return "its " + limit.name + " is not known";
        }
        const bool is_met =
            limit.is_least ? known->second >= limit.value : known->second <= limit.value;
        if (!is_met) {
            std::ostringstream text;
            text << "its " << limit.name << " is " << known->second << ", "
                 << (limit.is_least ? "less" : "more") << " than " << limit.value;
            return text.str();
        }
    }
    return "";
}

} // namespace proxima::online
