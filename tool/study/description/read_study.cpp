#include "numbers.hpp"
#include "study_reader.hpp"

#include <proxima/configuration.hpp>
#include <proxima/model/error.hpp>
#include <proxima/model/whole_file.hpp>

#include <algorithm>
#include <cctype>

namespace proxima::study {

bool is_plain_name(const std::string& name) {
    return !name.empty() && name.front() != '.' &&
           std::all_of(name.begin(), name.end(), [](unsigned char c) {
               return std::isalnum(c) != 0 || c == '_' || c == '-' || c == '.';
           });
}

StudyReader::StudyReader(const std::filesystem::path& file, const LocatedJson& json,
                         const std::string& text)
    : file_(file), json_(json), object_(file, json, "a study") {
    study_.file = file;
    study_.text = text;
}

Study StudyReader::read() {
    if (object_.count("format") != 1) {
        object_.fail(json_, "this study names no \"format\" that is known; write 1");
    }
    read_name();
    read_program();
    each_member("parameters",
                [this](const auto& name, const auto& json) { read_parameter(name, json); });
    each("points", [this](const LocatedJson& json) { read_point(json); });
    each_member("implementations",
                [this](const auto& name, const auto& json) { read_choice(name, json); });
    check_own_parameters();
    read_ranks();
    each("exclude", [this](const LocatedJson& json) { read_exclusion(json); });
    read_course();
    each_member("results", [this](const auto& name, const auto& json) { read_result(name, json); });
    read_fit();
    read_prune();
    read_select();
    study_.knowledge_base = object_.text("knowledge_base", "");
    read_checks();
    object_.refuse_others();
    check_placeholders();
    return std::move(study_);
}

void StudyReader::read_name() {
    const auto& name = object_.required("name", Kind::string);
    study_.name = name.text;
    if (!is_plain_name(study_.name)) {
        fail(name.line, "\"name\" must be made of letters, digits, `_`, `-` and `.`; it names "
                        "the directory of the study");
    }
}

void StudyReader::read_program() {
    study_.assembly = object_.text("assembly", "");
    study_.command = object_.texts("command");
    if (study_.assembly.empty() == study_.command.empty()) {
        object_.fail(json_, study_.assembly.empty()
                                ? "a study needs \"assembly\" or \"command\"; say what to run"
                                : "a study has \"assembly\" or \"command\", not both; leave "
                                  "one out");
    }
    study_.components = object_.texts("components");
    if (object_.optional("measure", Kind::array) != nullptr) {
        study_.measure = object_.texts("measure");
    }
    study_.rules = object_.texts("rules");
    if (!study_.is_assembly()) {
        for (const char* key : {"components", "measure", "rules"}) {
            if (const auto* found = json_.find(key)) {
                fail(found->line, "\"" + std::string(key) +
                                      "\" is for an \"assembly\"; a command has its proxies "
                                      "linked in");
            }
        }
    }
    read_measurement();
    if (const auto* environment = object_.optional("environment", Kind::object)) {
        study_.environment = settings_of(*environment, "\"environment\"");
        check_environment(environment->line);
    }
    if (object_.optional("launcher", Kind::array) != nullptr) {
        study_.launcher = object_.texts("launcher");
    }
    study_.time_limit_s =
        number(object_, "time_limit_s", study_.time_limit_s, 1e-3, 1e9, "above 0");
}

void StudyReader::read_measurement() {
    study_.measurement = object_.text("measurement", study_.measurement);
    const auto* json = json_.find("measurement");
    const auto refuse = [&](const std::string& problem) {
        fail(json->line, "\"measurement\" " + problem);
    };
    if (study_.measurement.find("output=") != std::string::npos) {
        refuse("must leave out `output=`: the study says where runs go");
    }
    const auto outline = outline_of(study_.measurement);
    if (!outline.problem.empty()) {
        refuse("is not understood: " + outline.problem);
    }
    if (!outline.measures) {
        refuse("measures nothing, and a study is to; write \"on\"");
    }
    if (!outline.records) {
        refuse("records no calls, and models are made of records; take records=all or "
               "records=every:100");
    }
}

void StudyReader::check_environment(std::size_t line) const {
    for (const auto& [name, value] : study_.environment) {
        if (name.empty() || name.find('=') != std::string::npos) {
            fail(line, "`" + name +
                           "` cannot be the name of a variable of the environment; "
                           "correct it");
        }
        if (name == "PROXIMA") {
            fail(line, "PROXIMA is set by the study; say with \"measurement\" how to measure");
        }
    }
}

void StudyReader::read_course() {
    const auto combine = object_.text("combine", "all");
    if (combine != "all" && combine != "each") {
        fail(json_.find("combine")->line, "\"combine\" must be \"all\" or \"each\"");
    }
    study_.combine_all = combine == "all";
    study_.repetitions = count(object_, "repetitions", study_.repetitions, 1, 100000);
    study_.seed =
        object_.optional("seed", Kind::number) != nullptr ? object_.count("seed") : study_.seed;
    study_.warm_up = count(object_, "warm_up", study_.warm_up, 0, 1000);
    study_.stop_after_failures =
        count(object_, "stop_after_failures", study_.stop_after_failures, 1, 1000000000);
}

void StudyReader::read_result(const std::string& name, const LocatedJson& json) {
    LocatedObject object(file_, json, "a result");
    Result result;
    result.name = name;
    result.file = object.text("file", "");
    std::string member = object.text("member", "");
    result.text = object.text("output", "");
    object.refuse_others();
    if (result.file.empty() != member.empty() || result.file.empty() == result.text.empty()) {
        fail(json.line, "a result has \"file\" and \"member\", or \"output\": {\"file\": "
                        "\"out.json\", \"member\": \"error\"} or {\"output\": \"error = \"}");
    }
    for (std::size_t at = 0; at != std::string::npos && !member.empty();) {
        const auto end = member.find('/', at);
        result.member.push_back(member.substr(at, end - at));
        at = end == std::string::npos ? end : end + 1;
    }
    study_.results.push_back(std::move(result));
}

/// A value as the application is to see it.
std::string StudyReader::value_of(const LocatedJson& json, const std::string& name) const {
    switch (json.kind) {
    case Kind::string:
        if (json.text.find('\0') != std::string::npos) {
            fail(json.line, "a value of \"" + name +
                                "\" has a zero byte, which no program can be "
                                "given; correct it");
        }
        return json.text;
    case Kind::number:
        return number_text(json.number);
    case Kind::boolean:
        return json.boolean ? "true" : "false";
    default:
        fail(json.line, "a value of \"" + name +
                            "\" must be a string, a number, or true or "
                            "false");
    }
}

Settings StudyReader::settings_of(const LocatedJson& json, const std::string& what) const {
    object_.require_kind(json, Kind::object, what);
    Settings settings;
    for (const auto& [key, value] : json.members) {
        const std::string& name = key.text;
        settings.emplace_back(name, value_of(value, name));
    }
    return settings;
}

bool StudyReader::flag(LocatedObject& object, const std::string& key, bool otherwise) {
    const auto* found = object.optional(key, Kind::boolean);
    return found != nullptr ? found->boolean : otherwise;
}

double StudyReader::number(LocatedObject& object, const std::string& key, double otherwise,
                           double least, double most, const std::string& range) {
    const auto* found = object.optional(key, Kind::number);
    if (found != nullptr && !(found->number >= least && found->number <= most)) {
        object.fail(*found, "\"" + key + "\" must be " + range);
    }
    return found != nullptr ? found->number : otherwise;
}

std::size_t StudyReader::count(LocatedObject& object, const std::string& key, std::size_t otherwise,
                               std::size_t least, std::size_t most) {
    const auto* found = object.optional(key, Kind::number);
    if (found == nullptr) {
        return otherwise;
    }
    const auto value = object.count(key);
    if (value < least || value > most) {
        object.fail(*found, "\"" + key + "\" must be from " + std::to_string(least) + " to " +
                                std::to_string(most));
    }
    return static_cast<std::size_t>(value);
}

void StudyReader::fail(std::size_t line, const std::string& problem) const {
    throw model::Error(file_, line, problem);
}

Study parse_study(const std::filesystem::path& file, const std::string& text) {
    const auto json = json::located_json_of<model::Error>(file, text);
    return StudyReader(file, json, text).read();
}

Study read_study(const std::filesystem::path& file) {
    return parse_study(file, model::read_whole_file(file));
}

} // namespace proxima::study
