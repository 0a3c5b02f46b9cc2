#include "numbers.hpp"
#include "placeholders.hpp"
#include "study_reader.hpp"

#include <proxima/model/error.hpp>

#include <algorithm>
#include <map>

namespace proxima::study {
namespace {

/// What else placeholders may name.
const std::set<std::string> built_in{"ranks", "repetition", "run", "study", "proxima"};

} // namespace

void StudyReader::add_name(const std::string& name, std::size_t line) {
    if (built_in.count(name) == 1) {
        fail(line, "`" + name + "` has a meaning of its own; name it otherwise");
    }
    if (!names_.insert(name).second) {
        fail(line, "`" + name + "` is set twice; keep one of them");
    }
}

void StudyReader::read_parameter(const std::string& name, const LocatedJson& json) {
    add_name(name, json.line);
    study_.parameters.push_back(parameter_of(name, json));
}

Parameter StudyReader::parameter_of(const std::string& name, const LocatedJson& json) const {
    Parameter parameter{name, {}, json.line};
    if (json.kind == Kind::array) {
        for (const auto& element : json.elements) {
            parameter.values.push_back(value_of(element, name));
        }
    } else if (json.kind == Kind::object) {
        parameter.values = range_of(json, name);
    } else {
        parameter.values.push_back(value_of(json, name));
    }
    if (parameter.values.empty()) {
        fail(json.line, "\"" + name + "\" has no value; give one");
    }
    refuse_repeated(parameter.values, json.line, name);
    return parameter;
}

void StudyReader::refuse_repeated(const std::vector<std::string>& values, std::size_t line,
                                  const std::string& name) const {
    std::set<std::string> seen;
    for (const auto& value : values) {
        if (!seen.insert(value).second) {
            fail(line, "\"" + name + "\" has " + value + " twice; keep one of them");
        }
    }
}

std::vector<std::string> StudyReader::range_of(const LocatedJson& json,
                                               const std::string& name) const {
    constexpr std::size_t most_values = 10000;
    LocatedObject object(file_, json, "the range of " + name);
    const double from = object.required("from", Kind::number).number;
    const double to = object.required("to", Kind::number).number;
    const auto step = object.number("step");
    const auto times = object.number("times");
    object.refuse_others();
    if (step.has_value() == times.has_value()) {
        fail(json.line, "a range has \"step\" or \"times\": {\"from\": 1, \"to\": 9, \"step\": "
                        "2} or {\"from\": 16, \"to\": 1024, \"times\": 2}");
    }
    if (!(from <= to) || (step && !(*step > 0)) || (times && !(*times > 1 && from > 0))) {
        fail(json.line, "the range of \"" + name +
                            "\" never ends; \"from\" must be below \"to\", \"step\" above 0, "
                            "\"times\" above 1 and \"from\" above 0 with it");
    }
    std::vector<std::string> values;
    constexpr double rounding = 1e-9; // of sums of steps such as 0.1
    double value = from;
    while (value <= to + rounding * (to - from)) {
        if (values.size() == most_values) {
            fail(json.line, "\"" + name + "\" has more than 10000 values; take fewer");
        }
        values.push_back(number_text(value));
        value = step ? from + static_cast<double>(values.size()) * *step : value * *times;
    }
    return values;
}

void StudyReader::read_point(const LocatedJson& json) {
    Point point{settings_of(json, "a point"), json.line};
    if (point.settings.empty()) {
        fail(json.line, "this point sets nothing; name the parameters and their values");
    }
    if (study_.points.empty()) {
        for (const auto& [name, value] : point.settings) {
            add_name(name, json.line);
        }
    } else if (names_in(point.settings) != names_in(study_.points.front().settings)) {
        fail(json.line, "all points must set the same parameters; the first sets " +
                            joined(names_in(study_.points.front().settings)));
    }
    study_.points.push_back(std::move(point));
}

std::set<std::string> StudyReader::names_in(const Settings& settings) {
    std::set<std::string> names;
    for (const auto& [name, value] : settings) {
        names.insert(name);
    }
    return names;
}

std::string StudyReader::joined(const std::set<std::string>& names) {
    std::string text;
    for (const auto& name : names) {
        text += (text.empty() ? "" : ", ") + name;
    }
    return text;
}

void StudyReader::read_choice(const std::string& instance, const LocatedJson& json) {
    add_name(instance, json.line);
    Choice choice{instance, {}, json.line};
    object_.require_kind(json, Kind::array, "the implementations of \"" + instance + "\"");
    std::vector<std::string> names;
    for (const auto& element : json.elements) {
        choice.implementations.push_back(implementation_of(element));
        names.push_back(choice.implementations.back().name);
    }
    if (names.empty()) {
        fail(json.line, "\"" + instance + "\" has no implementation; name those to be tried");
    }
    refuse_repeated(names, json.line, instance);
    study_.choices.push_back(std::move(choice));
}

Implementation StudyReader::implementation_of(const LocatedJson& json) {
    if (json.kind == Kind::string) {
        return {json.text, {}, {}};
    }
    LocatedObject object(file_, json, "an implementation");
    Implementation made{object.required("name", Kind::string).text, {}, {}};
    if (const auto* quality = object.optional("quality", Kind::object)) {
        for (const auto& [key, value] : quality->members) {
            const std::string& name = key.text;
            object.require_kind(value, Kind::number, "\"" + name + "\"");
            made.quality[name] = value.number;
        }
    }
    if (const auto* parameters = object.optional("parameters", Kind::object)) {
        for (const auto& [key, value] : parameters->members) {
            const std::string& name = key.text;
            made.parameters.push_back(parameter_of(name, value));
        }
    }
    object.refuse_others();
    return made;
}

/// A parameter that implementations bring must have a value in every run, and only one.
void StudyReader::check_own_parameters() {
    std::map<std::string, std::string> owners;
    for (const auto& choice : study_.choices) {
        for (const auto& implementation : choice.implementations) {
            for (const auto& parameter : implementation.parameters) {
                const auto& name = parameter.name;
                if (owners.emplace(name, choice.instance).first->second != choice.instance) {
                    fail(parameter.line, "`" + name + "` is set by implementations of " +
                                             owners[name] + " and of " + choice.instance +
                                             "; leave one out");
                }
                if (std::none_of(study_.parameters.begin(), study_.parameters.end(),
                                 [&](const Parameter& one) { return one.name == name; })) {
                    fail(parameter.line, "`" + name +
                                             "` must be one of the \"parameters\" of "
                                             "the study as well, with the values for the other "
                                             "implementations");
                }
            }
        }
    }
}

void StudyReader::read_ranks() {
    const auto* found = json_.find("ranks");
    const bool is_list = found != nullptr && found->kind == Kind::array;
    const auto* ranks = object_.optional("ranks", is_list ? Kind::array : Kind::number);
    if (ranks == nullptr) {
        if (const auto* launcher = json_.find("launcher")) {
            fail(launcher->line, "\"launcher\" is for runs on \"ranks\"; say on how many");
        }
        return;
    }
    const auto elements = is_list ? ranks->elements : std::vector<LocatedJson>{*ranks};
    for (const auto& element : elements) {
        object_.require_kind(element, Kind::number, "a number of ranks");
        constexpr double most = 10'000'000;
        const double value = element.number;
        if (!(value >= 1 && value <= most) || value != static_cast<int>(value)) {
            fail(element.line, "\"ranks\" must be whole numbers above 0");
        }
        if (std::count(study_.ranks.begin(), study_.ranks.end(), static_cast<int>(value)) > 0) {
            fail(element.line, "\"ranks\" has " + number_text(value) + " twice");
        }
        study_.ranks.push_back(static_cast<int>(value));
    }
    if (study_.ranks.empty()) {
        fail(ranks->line, "\"ranks\" is empty; give a number, or leave it out");
    }
    if (study_.launcher.empty()) {
        fail(json_.find("launcher")->line, "\"launcher\" is empty; give one, or no \"ranks\"");
    }
}

bool StudyReader::is_varied(const std::string& name) const {
    return names_.count(name) == 1 || (name == "ranks" && !study_.ranks.empty());
}

void StudyReader::require_varied(const std::string& name, std::size_t line) const {
    if (!is_varied(name)) {
        fail(line, "`" + name + "` is no parameter of this study; there " +
                       (names_.empty() ? "are none" : "are " + joined(names_)));
    }
}

std::vector<std::string> StudyReader::values_of(const std::string& name) const {
    std::vector<std::string> values;
    const auto add = [&](const std::vector<Parameter>& parameters) {
        for (const auto& parameter : parameters) {
            if (parameter.name == name) {
                values.insert(values.end(), parameter.values.begin(), parameter.values.end());
            }
        }
    };
    add(study_.parameters);
    for (const auto& point : study_.points) {
        if (const auto* value = find(point.settings, name)) {
            values.push_back(*value);
        }
    }
    for (const auto& choice : study_.choices) {
        for (const auto& implementation : choice.implementations) {
            add(implementation.parameters);
            if (choice.instance == name) {
                values.push_back(implementation.name);
            }
        }
    }
    for (const int ranks : study_.ranks) {
        if (name == "ranks") {
            values.push_back(std::to_string(ranks));
        }
    }
    return values;
}

void StudyReader::require_value(const std::string& name, const std::string& value,
                                std::size_t line) const {
    const auto known = values_of(name);
    if (std::find(known.begin(), known.end(), value) == known.end()) {
        fail(line, "`" + name + "` is never " + value + " in this study, but " +
                       joined({known.begin(), known.end()}));
    }
}

void StudyReader::read_exclusion(const LocatedJson& json) {
    object_.require_kind(json, Kind::object, "what is excluded");
    Exclusion exclusion{{}, json.line};
    for (const auto& [key, value] : json.members) {
        const std::string& name = key.text;
        require_varied(name, value.line);
        auto& values = exclusion.values[name];
        if (value.kind != Kind::array) {
            values.push_back(value_of(value, name));
        }
        for (const auto& element : value.elements) {
            values.push_back(value_of(element, name));
        }
        for (const auto& one : values) {
            require_value(name, one, value.line);
        }
    }
    if (exclusion.values.empty()) {
        fail(json.line, "this excludes everything; name parameters and values");
    }
    study_.exclusions.push_back(std::move(exclusion));
}

/// Every placeholder is known, and everything that is varied makes a difference.
void StudyReader::check_placeholders() {
    std::set<std::string> used;
    const auto look = [&](const std::string& text, const std::string& member) {
        for (const auto& name : placeholders_in(text)) {
            if (!is_varied(name) && built_in.count(name) == 0) {
                fail(json_.find(member)->line, "`{" + name +
                                                   "}` is no parameter of this "
                                                   "study; there are " +
                                                   joined(known_placeholders()) + " ({{" + name +
                                                   "}} stands for the braces themselves)");
            }
            used.insert(name);
        }
    };
    look(study_.assembly, "assembly");
    const auto look_at_all = [&](const std::vector<std::string>& texts, const char* member) {
        for (const auto& text : texts) {
            look(text, member);
        }
    };
    look_at_all(study_.command, "command");
    look_at_all(study_.components, "components");
    look_at_all(study_.rules, "rules");
    look_at_all(study_.launcher, "launcher");
    for (const auto& [name, value] : study_.environment) {
        look(value, "environment");
    }
    for (const auto& parameter : study_.parameters) {
        check_used(parameter.name, parameter.line, used, "parameters");
    }
    for (const auto& point : study_.points) {
        for (const auto& [name, value] : point.settings) {
            check_used(name, point.line, used, "points");
        }
    }
    for (const auto& choice : study_.choices) {
        if (!study_.is_assembly() && used.count(choice.instance) == 0) {
            fail(choice.line, "`{" + choice.instance +
                                  "}` is not in the command, so that all "
                                  "implementations would be the same "
                                  "run; put it there");
        }
    }
}

std::set<std::string> StudyReader::known_placeholders() const {
    auto known = names_;
    known.insert(built_in.begin(), built_in.end());
    return known;
}

void StudyReader::check_used(const std::string& name, std::size_t line,
                             const std::set<std::string>& used, const std::string& where) const {
    const bool is_of_component = study_.is_assembly() && name.find('.') != std::string::npos;
    if (used.count(name) == 0 && !is_of_component) {
        fail(line, "`" + name + "` of \"" + where + "\" changes nothing: write {" + name +
                       "} where it belongs" +
                       (study_.is_assembly() ? ", or INSTANCE.FIELD for the parameter of a "
                                               "component"
                                             : ""));
    }
}

} // namespace proxima::study
