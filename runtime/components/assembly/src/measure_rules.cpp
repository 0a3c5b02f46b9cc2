#include <proxima/assembly/measure_rules.hpp>
#include <proxima/base/file.hpp>
#include <proxima/base/text.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

namespace proxima::assembly {
namespace {

std::string_view trimmed(std::string_view text) {
    constexpr std::string_view blanks = " \t\r";
    text.remove_prefix(std::min(text.find_first_not_of(blanks), text.size()));
    return text.substr(0, text.find_last_not_of(blanks) + 1);
}

// Matches a pattern against a port or against its instance alone.
bool matches_end(std::string_view pattern, const std::string& instance, const std::string& port) {
    return base::matches_glob(pattern, instance) ||
           base::matches_glob(pattern, instance + "." + port);
}

bool matches_connection(std::string_view pattern, const framework::Connection& connection,
                        std::string_view type) {
    if (pattern == "all") {
        return true;
    }
    if (const std::size_t arrow = pattern.find("->"); arrow != std::string_view::npos) {
        return matches_end(trimmed(pattern.substr(0, arrow)), connection.user,
                           connection.uses_port) &&
               matches_end(trimmed(pattern.substr(arrow + 2)), connection.provider,
                           connection.provides_port);
    }
    return pattern.find("::") == std::string_view::npos
               ? matches_end(pattern, connection.provider, connection.provides_port)
               : base::matches_glob(pattern, type);
}

} // namespace

bool MeasureRules::selects(const framework::Connection& connection, std::string_view type) const {
    bool selected = !rules_.empty() && !rules_.front().includes;
    for (const Rule& rule : rules_) {
        if (matches_connection(rule.pattern, connection, type)) {
            selected = rule.includes;
        }
    }
    return selected;
}

bool MeasureRules::insists_on(const framework::Connection& connection,
                              std::string_view type) const {
    return std::any_of(rules_.begin(), rules_.end(), [&](const Rule& rule) {
        return rule.includes && rule.pattern.find_first_of("*?") == std::string::npos &&
               rule.pattern != "all" && matches_connection(rule.pattern, connection, type);
    });
}

std::vector<std::string>
MeasureRules::without_match(const std::vector<Candidate>& connections) const {
    std::vector<std::string> unmatched;
    for (const Rule& rule : rules_) {
        const bool matched =
            std::any_of(connections.begin(), connections.end(), [&](const Candidate& candidate) {
                return matches_connection(rule.pattern, candidate.connection, candidate.type);
            });
        if (rule.includes && rule.pattern != "all" && !matched) {
            unmatched.push_back(rule.pattern);
        }
    }
    return unmatched;
}

void read_rules(const std::string& file, MeasureRules& rules) {
    std::istringstream stream(base::read_whole_file(file));
    std::string line;
    for (std::size_t number = 1; std::getline(stream, line); ++number) {
        const std::string_view text = trimmed(std::string_view(line).substr(0, line.find('#')));
        if (text.empty()) {
            continue;
        }
        const std::size_t blank = std::min(text.find_first_of(" \t"), text.size());
        const std::string word(text.substr(0, blank));
        const std::string pattern(trimmed(text.substr(blank)));
        if (word != "include" && word != "exclude") {
            throw Error({file, number},
                        fmt::format("a rule begins with include or exclude, not `{}`{}", word,
                                    base::instead(word, {"include", "exclude"}, "they")));
        }
        if (pattern.empty()) {
            throw Error({file, number}, fmt::format("`{}` takes a pattern, such as flux.*", word));
        }
        word == "include" ? rules.include(pattern) : rules.exclude(pattern);
    }
}

} // namespace proxima::assembly
