// Which connections of an assembly are measured.
#pragma once

#include <proxima/assembly/assembly.hpp>
#include <proxima/framework/port_source.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace proxima::assembly {

/// Ordered rules, of which the last that matches decides. A connection that none matches is
/// measured only if the first rule excludes.
///
/// A pattern is a glob (`*`, `?`) of
///   - a provided port, `flux.*`; an instance alone means all its ports;
///   - a connection, `driver.* -> flux.*`;
///   - a port type, `hydro::*Port`: whatever has `::` in it;
///   - `all`.
class MeasureRules {
public:
    void include(std::string pattern) { rules_.push_back({true, std::move(pattern)}); }
    void exclude(std::string pattern) { rules_.push_back({false, std::move(pattern)}); }
    bool empty() const { return rules_.empty(); }

    bool selects(const framework::Connection& connection, std::string_view type) const;

    /// Whether a rule other than `all` asks for it: then a missing proxy is an error.
    bool insists_on(const framework::Connection& connection, std::string_view type) const;

    /// Included patterns that match none of these, in order.
    struct Candidate {
        framework::Connection connection;
        std::string type;
    };
    std::vector<std::string> without_match(const std::vector<Candidate>& connections) const;

private:
    struct Rule {
        bool includes;
        std::string pattern;
    };
    std::vector<Rule> rules_;
};

/// A rule a line, `include PATTERN` or `exclude PATTERN`; `#` starts a comment. Throws
/// Error.
void read_rules(const std::string& file, MeasureRules& rules);

} // namespace proxima::assembly
