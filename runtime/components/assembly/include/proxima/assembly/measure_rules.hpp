// Rules that select the measured connections of an assembly.
//
//     assembly::MeasureRules rules;
//     rules.include("flux.*");
//     rules.exclude("driver.* -> flux.parameters");
//     const framework::Connection connection{0, "driver", "flux", "flux", "flux"};
//     std::cout << rules.selects(connection, "hydro::FluxPort") << '\n';
//
// Ownership: values.
#pragma once

#include <proxima/assembly/assembly.hpp>
#include <proxima/framework/port_source.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace proxima::assembly {

/// Ordered rules; the last matching rule decides. A connection without a matching rule is measured
/// only if the first rule excludes.
///
/// A pattern is a glob (`*`, `?`) for one of these:
///   - a provided port, `flux.*`; an instance alone means all its ports;
///   - a connection, `driver.* -> flux.*`;
///   - a port type, `hydro::*Port`: whatever has `::` in it;
///   - `all`.
class MeasureRules {
public:
    void include(std::string pattern) { rules_.push_back({true, std::move(pattern)}); }
    void exclude(std::string pattern) { rules_.push_back({false, std::move(pattern)}); }
    bool empty() const { return rules_.empty(); }

    /// Returns whether the connection is measured.
    bool selects(const framework::Connection& connection, std::string_view type) const;

    /// Returns whether a rule without wildcards asks for the connection: a missing proxy is then an
    /// error.
    bool insists_on(const framework::Connection& connection, std::string_view type) const;

    struct Candidate {
        framework::Connection connection;
        std::string type;
    };
    /// Returns the included patterns that match none of `connections`, in order.
    std::vector<std::string> without_match(const std::vector<Candidate>& connections) const;

private:
    struct Rule {
        bool includes;
        std::string pattern;
    };
    std::vector<Rule> rules_;
};

} // namespace proxima::assembly
