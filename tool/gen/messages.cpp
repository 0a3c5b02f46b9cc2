#include "messages.hpp"

#include "analysis/classes/nearest_names.hpp"
#include "input/glob.hpp"
#include "input/user_error.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iostream>
#include <set>
#include <string>

namespace proxima::gen {
namespace {

/// What a message begins with.
std::string place(const SourcePosition& position) {
    return position.file.empty() ? "proxima-gen" : to_string(position);
}

class UnmatchedRules {
public:
    UnmatchedRules(const std::vector<HeaderAnalysis>& analyses, bool quiet) : quiet_(quiet) {
        for (const HeaderAnalysis& analysis : analyses) {
            found_.insert(analysis.found.begin(), analysis.found.end());
            used_.insert(analysis.used.begin(), analysis.used.end());
            names_.insert(names_.end(), analysis.class_names.begin(), analysis.class_names.end());
        }
    }

    /// An exact name that nothing has is an error; a pattern is worth a warning.
    void check(const std::vector<Rule>& rules, const std::string& kind) const {
        for (const Rule& rule : rules) {
            if (found_.contains(rule.pattern)) {
                continue;
            }
            if (rule.effect == Rule::Effect::include && !has_wildcard(rule.pattern)) {
                throw UserError(rule.position,
                                "no " + kind + " is named " + rule.pattern + "; " + hint(rule));
            }
            warn(rule.position, "the rule \"" + rule.pattern + "\" matches no " + kind);
        }
    }

    void check_used(const SourcePosition& position, const std::string& warning) const {
        if (!used_.contains(position)) {
            warn(position, warning);
        }
    }

private:
    std::string hint(const Rule& rule) const {
        if (std::find(names_.begin(), names_.end(), rule.pattern) != names_.end()) {
            return "it is an ordinary class, which --class takes";
        }
        const std::vector<std::string> nearest = nearest_names(names_, rule.pattern);
        return nearest.empty() ? "proxima-gen --list shows what there is"
                               : fmt::format("did you mean {}?", fmt::join(nearest, ", "));
    }

    void warn(const SourcePosition& position, const std::string& text) const {
        if (!quiet_) {
            std::cerr << place(position) << ": warning: " << text << "\n";
        }
    }

    std::set<std::string> found_;
    std::set<SourcePosition> used_;
    std::vector<std::string> names_;
    bool quiet_;
};

} // namespace

void report_unparsed(const std::vector<HeaderAnalysis>& analyses) {
    std::vector<std::string> broken;
    for (const HeaderAnalysis& analysis : analyses) {
        if (!analysis.parsed) {
            std::cerr << analysis.diagnostics;
            broken.push_back(analysis.header);
        }
    }
    if (!broken.empty()) {
        throw UserError(fmt::format(
            "{} {} not parse (see Clang's messages above), so nothing is written; headers that "
            "need others before them take --prelude, compiler flags stand behind --",
            fmt::join(broken, ", "), broken.size() == 1 ? "does" : "do"));
    }
}

void report_unmatched(const Configuration& configuration,
                      const std::vector<HeaderAnalysis>& analyses, bool quiet) {
    const UnmatchedRules unmatched(analyses, quiet);
    unmatched.check(configuration.classes, "class");
    unmatched.check(configuration.templates, "class template");
    for (const Rule& rule : configuration.methods) {
        unmatched.check_used(rule.position, "the rule \"" + rule.pattern +
                                                "\" matches no method of the selected ports");
    }
    for (const ParameterRule& rule : configuration.parameters) {
        unmatched.check_used(rule.position,
                             "\"" + rule.method + "\" names no method of the selected ports");
    }
    for (const PortOptions& port : configuration.ports) {
        unmatched.check_used(port.position,
                             "\"" + port.port + "\" names none of the selected ports");
    }
}

bool report_refusals(const std::vector<Port>& ports, bool quiet) {
    bool failed = false;
    for (const Port& port : ports) {
        if (port.eligible()) {
            continue;
        }
        const SourcePosition& position =
            port.refusal_position.file.empty() ? port.position : port.refusal_position;
        if (port.asked_for) {
            std::cerr << place(position) << ": error: " << port.name << ": " << port.refusal
                      << "\n";
            failed = true;
        } else if (!quiet) {
            std::cerr << place(position) << ": note: " << port.name
                      << " gets no proxy: " << port.refusal << "\n";
        }
    }
    return failed;
}

} // namespace proxima::gen
