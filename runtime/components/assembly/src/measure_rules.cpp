#include <proxima/assembly/measure_rules.hpp>
#include <proxima/base/text.hpp>

#include <algorithm>

namespace proxima::assembly {
namespace {

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
        return matches_end(base::trimmed(pattern.substr(0, arrow)), connection.user,
                           connection.uses_port) &&
               matches_end(base::trimmed(pattern.substr(arrow + 2)), connection.provider,
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

} // namespace proxima::assembly
