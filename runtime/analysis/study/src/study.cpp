#include <proxima/study/study.hpp>

#include <algorithm>
#include <cctype>
#include <stdexcept>

namespace proxima::study {

const std::string* find(const Settings& settings, const std::string& name) {
    for (const auto& [known, value] : settings) {
        if (known == name) {
            return &value;
        }
    }
    return nullptr;
}

std::string text_of(const Settings& settings) {
    std::string text;
    for (const auto& [name, value] : settings) {
        text += (text.empty() ? "" : ", ") + name + "=" + value;
    }
    return text;
}

std::string file_name_of(const Settings& settings) {
    auto text = text_of(settings);
    std::erase(text, ' ');
    return base::file_name(text, "=,._+-");
}

bool Study::has_implementations() const {
    return std::any_of(factors.begin(), factors.end(),
                       [](const StudyFactor& factor) { return factor.is_implementation; });
}

bool Study::chooses_by_runs() const {
    const auto choices =
        std::count_if(factors.begin(), factors.end(), [](const StudyFactor& factor) {
            return factor.is_implementation && factor.values.size() > 1;
        });
    return !cost.empty() || (!chosen.empty() && choices != 1);
}

bool Study::is_chosen(const std::string& name) const {
    return std::find(chosen.begin(), chosen.end(), name) != chosen.end();
}

bool Study::forbids(const ImplementationPair& pair) const {
    return forbids(Settings{pair.first, pair.second});
}

bool Study::forbids(const Settings& combination) const {
    return std::any_of(forbidden.begin(), forbidden.end(), [&](const ImplementationPair& pair) {
        const auto has = [&](const auto& choice) {
            return std::find(combination.begin(), combination.end(), choice) != combination.end();
        };
        return has(pair.first) && has(pair.second);
    });
}

const StudyFactor* Study::factor(const std::string& name) const {
    const auto found = std::find_if(factors.begin(), factors.end(),
                                    [&](const StudyFactor& factor) { return factor.name == name; });
    return found == factors.end() ? nullptr : &*found;
}

std::filesystem::path Study::beside(const std::filesystem::path& path) const {
    return (std::filesystem::absolute(file).parent_path() / path).lexically_normal();
}

std::string filled_in(const std::string& text, const Settings& values) {
    const auto is_in_name = [](unsigned char c) {
        return std::isalnum(c) != 0 || c == '_' || c == '.' || c == '-';
    };
    const auto is_digit = [](unsigned char c) { return std::isdigit(c) != 0; };
    std::string made;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const auto begin = text.begin() + static_cast<std::ptrdiff_t>(i) + 1;
        const auto end = text[i] == '{' ? std::find_if_not(begin, text.end(), is_in_name) : begin;
        if (end == begin || end == text.end() || *end != '}' || is_digit(*begin)) {
            made += text[i];
            continue;
        }
        const std::string name(begin, end);
        const auto* value = find(values, name);
        if (value == nullptr) {
            throw std::out_of_range(name);
        }
        made += *value;
        i += name.size() + 1;
    }
    return made;
}

} // namespace proxima::study
