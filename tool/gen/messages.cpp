#include "messages.hpp"

#include "output/assembly.hpp"
#include "output/explanation.hpp"

#include <proxima/base/error.hpp>
#include <proxima/base/text.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iostream>
#include <set>
#include <string>

namespace proxima::gen {
namespace {

// The prefix of a message.
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

    // An exact name that nothing has is an error; a pattern is worth a warning.
    void check(const std::vector<ConfigurationRule>& rules, const std::string& kind) const {
        for (const ConfigurationRule& rule : rules) {
            if (found_.contains(rule.pattern)) {
                continue;
            }
            if (rule.effect == ConfigurationRule::Effect::include &&
                !base::has_wildcard(rule.pattern)) {
                throw base::Error(rule.position,
                                  "no " + kind + " is named " + rule.pattern + hint(rule));
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
    std::string hint(const ConfigurationRule& rule) const {
        if (std::find(names_.begin(), names_.end(), rule.pattern) != names_.end()) {
            return "; it is an ordinary class, which --class takes";
        }
        const auto nearest = base::did_you_mean(base::nearest_names(rule.pattern, names_, 3));
        return nearest.empty() ? "; proxima-gen --list shows what there is" : nearest;
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

// The known key closest to an unknown key of the configuration.
std::string first_names(const std::vector<HeaderAnalysis>& analyses) {
    std::vector<std::string> names;
    for (const HeaderAnalysis& analysis : analyses) {
        for (const PortClass& port : analysis.ports) {
            names.push_back(names.size() == 3 ? "..." : port.name);
            if (names.size() > 3) {
                return fmt::format("{}", fmt::join(names, ", "));
            }
        }
    }
    return fmt::format("{}", fmt::join(names, ", "));
}

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
        throw base::Error(fmt::format(
            "{} {} not parse (see Clang's first errors above), so nothing is written; headers that "
            "need others before them take --prelude, compiler flags stand behind -- (with "
            "proxima_add_proxies: PRELUDE, and targets with these flags after LINK)",
            fmt::join(broken, ", "), broken.size() == 1 ? "does" : "do"));
    }
}

void report_unmatched(const GeneratorConfiguration& configuration,
                      const std::vector<HeaderAnalysis>& analyses, bool quiet) {
    const UnmatchedRules unmatched(analyses, quiet);
    unmatched.check(configuration.classes, "class");
    unmatched.check(configuration.templates, "class template");
    for (const ConfigurationRule& rule : configuration.methods) {
        unmatched.check_used(rule.position, "the rule \"" + rule.pattern +
                                                "\" matches no method of the selected ports");
    }
    for (const ParameterRule& rule : configuration.parameters) {
        unmatched.check_used(rule.position,
                             "\"" + rule.method + "\" names no method of the selected ports");
    }
    for (const PortOptions& port : configuration.ports) {
        unmatched.check_used(port.position, "\"" + port.port +
                                                "\" names none of the selected ports; they are " +
                                                first_names(analyses));
    }
}

bool report_refusals(const std::vector<PortClass>& ports, bool quiet) {
    bool failed = false;
    for (const PortClass& port : ports) {
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

void report_own_objects(const std::vector<PortClass>& ports, bool quiet) {
    for (const PortClass& port : ports) {
        const std::string text = port.eligible() ? own_object_text(port) : "";
        if (!quiet && !text.empty()) {
            std::cerr << place(port.position) << ": note: " << port.name << ": " << text << "\n";
        }
    }
}

void report_left_out_components(const std::vector<PortClass>& ports, bool quiet) {
    for (const PortClass& port : ports) {
        if (!quiet && port.eligible() && !becomes_component(port)) {
            std::cerr << place(port.position) << ": note: " << port.name << " is no component: "
                      << (port.in_place        ? "it is measured in place\n"
                          : port.is_template() ? "name its instances with --class\n"
                                               : "its constructor takes arguments\n");
        }
    }
}

} // namespace proxima::gen
