#include "output/messages.hpp"

#include <proxima/base/error.hpp>
#include <proxima/base/text.hpp>

#include <algorithm>
#include <iostream>
#include <set>
#include <sstream>
#include <string>

namespace proxima::gen {
namespace {

// Prints `PLACE: KIND: TEXT`.
void print(const SourcePosition& position, const std::string& kind, const std::string& text) {
    std::cerr << base::printable((position.file.empty() ? "proxima-gen" : to_string(position)) +
                                 ": " + kind + ": " + text)
              << "\n";
}

class UnmatchedRules {
public:
    UnmatchedRules(const std::vector<HeaderAnalysis>& headers, bool quiet) : quiet_(quiet) {
        for (const HeaderAnalysis& analysis : headers) {
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
            print(position, "warning", text);
        }
    }

    std::set<std::string> found_;
    std::set<SourcePosition> used_;
    std::vector<std::string> names_;
    bool quiet_;
};

void report_unparsed(const std::vector<HeaderAnalysis>& headers) {
    std::vector<std::string> broken;
    for (const HeaderAnalysis& analysis : headers) {
        if (!analysis.parsed) {
            std::istringstream lines(analysis.diagnostics);
            for (std::string line; std::getline(lines, line);) {
                std::cerr << base::printable(line) << "\n";
            }
            broken.push_back(analysis.header);
        }
    }
    if (!broken.empty()) {
        throw base::Error(
            base::joined(broken) + (broken.size() == 1 ? " does" : " do") +
            " not parse (see Clang's first errors above), so nothing is written; headers that need "
            "others before them take --prelude, compiler flags stand behind -- (with "
            "proxima_add_proxies: PRELUDE, and targets with these flags after LINK)");
    }
}

void report_unmatched(const GeneratorConfiguration& configuration,
                      const std::vector<HeaderAnalysis>& headers, bool quiet) {
    const UnmatchedRules unmatched(headers, quiet);
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
                                                "\" names none of the selected ports; --list "
                                                "shows them");
    }
}

// Refusals: errors for what was asked for by name, notes for the rest. Returns true if something
// that was asked for is refused.
bool report_refusals(const std::vector<PortClass>& ports, bool quiet) {
    bool failed = false;
    for (const PortClass& port : ports) {
        if (port.eligible()) {
            continue;
        }
        const SourcePosition& position =
            port.refusal_position.file.empty() ? port.position : port.refusal_position;
        if (port.asked_for) {
            print(position, "error", port.name + ": " + port.refusal);
            failed = true;
        } else if (!quiet) {
            print(position, "note", port.name + " gets no proxy: " + port.refusal);
        }
    }
    return failed;
}

void note_left_out_component(const PortClass& port) {
    if (!port.becomes_component()) {
        const std::string reason = port.in_place        ? "it is measured in place"
                                   : port.is_template() ? "name its instances with --class"
                                                        : "its constructor takes arguments";
        print(port.position, "note", port.name + " is no component: " + reason);
    }
}

} // namespace

void report_findings(const Options& options, const GeneratorConfiguration& configuration,
                     const std::vector<HeaderAnalysis>& headers) {
    report_unparsed(headers);
    report_unmatched(configuration, headers, options.quiet);
}

bool report_ports(const Options& options, const std::vector<PortClass>& ports) {
    const bool refused = report_refusals(ports, options.quiet);
    std::vector<PortClass> eligible = ports;
    std::erase_if(eligible, [](const PortClass& port) { return !port.eligible(); });
    if (!options.quiet && options.components) {
        std::for_each(eligible.begin(), eligible.end(), note_left_out_component);
    }
    if (!refused && eligible.empty()) {
        throw base::Error("no class in " + base::joined(options.headers) +
                          " can be given a proxy, so nothing is written; proxima-gen --list shows "
                          "the classes");
    }
    return !refused;
}

} // namespace proxima::gen
