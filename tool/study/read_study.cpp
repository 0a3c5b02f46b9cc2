#include "study.hpp"

#include <proxima/base/error.hpp>
#include <proxima/base/file.hpp>
#include <proxima/base/json.hpp>
#include <proxima/configuration.hpp>

#include <algorithm>
#include <cctype>
#include <functional>
#include <set>

namespace proxima::study {
namespace {

using base::LocatedJson;
using Kind = LocatedJson::Kind;
using base::LocatedObject;

/// Names that files are called by.
bool is_plain_name(const std::string& name) {
    return !name.empty() && name.front() != '.' &&
           std::all_of(name.begin(), name.end(), [](unsigned char c) {
               return std::isalnum(c) != 0 || c == '_' || c == '-' || c == '.';
           });
}

class StudyReader {
public:
    StudyReader(const std::filesystem::path& file, const LocatedJson& json)
        : file_(file), json_(json), object_(file, json, "a study") {
        study_.file = file;
    }

    Study read() {
        if (object_.count("format") != 1) {
            object_.fail(json_, "this study names no \"format\" that is known; write 1");
        }
        read_program();
        read_factors();
        read_results();
        read_questions();
        read_checks();
        object_.refuse_others();
        check_placeholders();
        return std::move(study_);
    }

private:
    [[noreturn]] void fail(const char* member, const std::string& problem) const {
        throw base::Error(file_, json_.find(member)->line, problem);
    }

    static double number(LocatedObject& object, const std::string& key, double otherwise,
                         double least, double most, const std::string& range) {
        const auto* found = object.optional(key, Kind::number);
        if (found != nullptr && !(found->number >= least && found->number <= most)) {
            object.fail(*found, "\"" + key + "\" must be " + range);
        }
        return found != nullptr ? found->number : otherwise;
    }

    static bool flag(LocatedObject& object, const std::string& key, bool otherwise) {
        const auto* found = object.optional(key, Kind::boolean);
        return found != nullptr ? found->boolean : otherwise;
    }

    void each_member(const char* key,
                     const std::function<void(const std::string&, const LocatedJson&)>& read) {
        if (const auto* object = object_.optional(key, Kind::object)) {
            for (const auto& [name, value] : object->members) {
                read(name.text, value);
            }
        }
    }

    void read_program() {
        study_.name = object_.name("name");
        if (!is_plain_name(study_.name)) {
            fail("name", "\"name\" must be made of letters, digits, `_`, `-` and `.`; it names "
                         "the directory of the study");
        }
        study_.assembly = object_.text("assembly", "");
        study_.command = object_.texts("command");
        if (study_.assembly.empty() == study_.command.empty()) {
            object_.fail(json_,
                         "a study needs either \"assembly\" or \"command\"; say what to run");
        }
        study_.components = object_.texts("components");
        if (object_.optional("options", Kind::array) != nullptr) {
            study_.options = object_.texts("options");
        }
        for (const char* key : {"components", "options"}) {
            if (!study_.is_assembly() && json_.find(key) != nullptr) {
                fail(key, "\"" + std::string(key) + "\" is for an \"assembly\"; leave it out");
            }
        }
        read_measurement();
        study_.launcher = object_.text("launcher", "");
        study_.repetitions = static_cast<std::size_t>(
            number(object_, "repetitions", static_cast<double>(study_.repetitions), 1, 1e5,
                   "from 1 to 100000"));
        if (object_.optional("seed", Kind::number) != nullptr) {
            study_.seed = object_.count("seed");
        }
    }

    void read_measurement() {
        study_.measurement = object_.text("measurement", study_.measurement);
        const auto outline = outline_of(study_.measurement);
        if (study_.measurement.find("output=") != std::string::npos) {
            fail("measurement", "\"measurement\" must leave out `output=`: the study says where "
                                "runs go");
        }
        if (!outline.problem.empty()) {
            fail("measurement", "\"measurement\" is not understood: " + outline.problem);
        }
        if (!outline.measures || !outline.records) {
            fail("measurement", "\"measurement\" records no calls, and models are made of records; "
                                "take on, records=all or records=every:100");
        }
    }

    /// A value as the application is to see it.
    std::string value_of(const LocatedJson& json, const std::string& name) const {
        if (json.kind == Kind::boolean) {
            return json.boolean ? "true" : "false";
        }
        const bool is_value = json.kind == Kind::string || json.kind == Kind::number;
        if (!is_value || json.text.find('\0') != std::string::npos) {
            object_.fail(json, "a value of \"" + name +
                                   "\" must be a text without zero bytes, a number, or true or "
                                   "false");
        }
        return json.text;
    }

    std::vector<std::string> values_of(const LocatedJson& json, const std::string& name) const {
        std::vector<std::string> values;
        if (json.kind != Kind::array) {
            values.push_back(value_of(json, name));
        }
        for (const auto& element : json.elements) {
            const auto value = value_of(element, name);
            if (std::find(values.begin(), values.end(), value) != values.end()) {
                object_.fail(element, "\"" + name + "\" has " + value + " twice; keep one of them");
            }
            values.push_back(value);
        }
        if (values.empty()) {
            object_.fail(json, "\"" + name + "\" has no value; give one");
        }
        check_ranks(json, name, values);
        return values;
    }

    void check_ranks(const LocatedJson& json, const std::string& name,
                     const std::vector<std::string>& values) const {
        for (const auto& value : values) {
            const bool is_whole = value.size() < 9 && value.front() != '0' &&
                                  value.find_first_not_of("0123456789") == std::string::npos;
            if (name == "ranks" && !is_whole) {
                object_.fail(json, "\"ranks\" must be whole numbers above 0, not " + value);
            }
        }
    }

    Settings settings_of(const LocatedJson& json) const {
        Settings settings;
        for (const auto& [key, value] : json.members) {
            settings.emplace_back(key.text, value_of(value, key.text));
        }
        return settings;
    }

    void add_factor(const std::string& name, const LocatedJson& json, bool is_implementation) {
        const auto& others = built_in_placeholders;
        const bool is_built_in = std::find(others.begin(), others.end(), name) != others.end();
        if (study_.factor(name) != nullptr || (is_built_in && name != "ranks")) {
            object_.fail(json, "`" + name + "` has a meaning already; take another name");
        }
        study_.factors.push_back({name, values_of(json, name), is_implementation, json.line});
    }

    void read_factors() {
        each_member("parameters", [&](const auto& name, const auto& json) {
            if (name == "ranks") {
                object_.fail(json, "\"ranks\" is a member of the study, beside \"parameters\"");
            }
            add_factor(name, json, false);
        });
        if (const auto* ranks = json_.find("ranks")) {
            object_.optional("ranks", ranks->kind);
            add_factor("ranks", *ranks, false);
            study_.launcher =
                json_.find("launcher") == nullptr ? "mpirun -n {ranks}" : study_.launcher;
        }
        each_member("implementations",
                    [&](const auto& name, const auto& json) { add_factor(name, json, true); });
        if (const auto* cases = object_.optional("cases", Kind::array)) {
            for (const auto& json : cases->elements) {
                read_case(json);
            }
        }
        if (study_.cases.empty()) {
            study_.cases.emplace_back();
        }
    }

    void read_case(const LocatedJson& json) {
        object_.require_kind(json, Kind::object, "a case");
        Case made;
        for (const auto& [key, values] : json.members) {
            const auto* factor = study_.factor(key.text);
            if (factor == nullptr) {
                object_.fail(values, "`" + key.text +
                                         "` is neither a parameter nor an instance "
                                         "with implementations of this study");
            }
            made[key.text] = values_of(values, key.text);
            for (const auto& value : made[key.text]) {
                if (factor->is_implementation &&
                    std::find(factor->values.begin(), factor->values.end(), value) ==
                        factor->values.end()) {
                    object_.fail(values,
                                 "`" + value + "` is none of the implementations of " + key.text);
                }
            }
        }
        study_.cases.push_back(std::move(made));
    }

    void read_results() {
        each_member("results",
                    [&](const auto& name, const auto& json) { read_result(name, json); });
    }

    void read_result(const std::string& name, const LocatedJson& json) {
        LocatedObject object(file_, json, "a result");
        Result result;
        result.name = name;
        result.file = object.text("file", "");
        result.text = object.text("output", "");
        result.member = object.text("member", "");
        if (result.file.empty() != result.member.empty() ||
            result.file.empty() == result.text.empty()) {
            object.fail(json, "a result has \"file\" and \"member\", or \"output\": {\"file\": "
                              "\"out.json\", \"member\": \"error\"} or {\"output\": \"error = \"}");
        }
        if (const auto* better = object.optional("better", Kind::string)) {
            if (better->text != "less" && better->text != "more") {
                object.fail(*better, "\"better\" must be \"less\" or \"more\"");
            }
            result.is_quality = true;
            result.more_is_better = better->text == "more";
            result.instance = object.text("of", only_instance());
            const auto* factor = study_.factor(result.instance);
            if (factor == nullptr || !factor->is_implementation) {
                object.fail(json, "say \"of\" which instance with \"implementations\" `" + name +
                                      "` is a quality");
            }
        }
        object.refuse_others();
        study_.results.push_back(std::move(result));
    }

    /// The instance that has implementations; empty if several have.
    std::string only_instance() const {
        std::vector<std::string> names;
        for (const auto& factor : study_.factors) {
            if (factor.is_implementation) {
                names.push_back(factor.name);
            }
        }
        return names.size() == 1 ? names.front() : "";
    }

    void read_questions() {
        auto fit = object_.object("fit");
        study_.inputs = fit.texts("parameters");
        study_.split = flag(fit, "split", true);
        fit.refuse_others();
        require_parameters(study_.inputs, "fit");
        auto prune = object_.object("prune");
        constexpr double most = 0.999999999;
        study_.alpha = number(prune, "alpha", study_.alpha, 0, most, "from 0 to below 1");
        study_.beta = number(prune, "beta", study_.beta, 0, most, "from 0 to below 1");
        prune.refuse_others();
        study_.chosen = object_.texts("choose");
        require_parameters(study_.chosen, "choose");
        if (!study_.chosen.empty() && only_instance().empty()) {
            fail("choose", "\"choose\" is for studies with \"implementations\" of one instance");
        }
        each_member("questions",
                    [&](const auto& name, const auto& json) { read_question(name, json); });
        if (study_.questions.empty()) {
            study_.questions.push_back({"fastest", {}, false});
        }
    }

    /// What is an input of models has numbers for values.
    void require_parameters(const std::vector<std::string>& names, const char* member) const {
        for (const auto& name : names) {
            const auto* factor = study_.factor(name);
            if (factor == nullptr || factor->is_implementation) {
                fail(member, "`" + name + "` is none of the \"parameters\"");
            }
            auto values = factor->values;
            for (const auto& one : study_.cases) {
                if (const auto own = one.find(name); own != one.end()) {
                    values.insert(values.end(), own->second.begin(), own->second.end());
                }
            }
            for (const auto& value : values) {
                if (!number_of(value)) {
                    fail(member,
                         "`" + name + "` cannot be an input of models: " + value + " is no number");
                }
            }
        }
    }

    void read_question(const std::string& name, const LocatedJson& json) {
        LocatedObject object(file_, json, "a question");
        if (!is_plain_name(name)) {
            object.fail(json, "a question is named by letters, digits, `_`, `-` and `.`; files are "
                              "called so");
        }
        Question question;
        question.name = name;
        question.front = flag(object, "front", false);
        if (const auto* limits = object.optional("limits", Kind::object)) {
            for (const auto& [key, value] : limits->members) {
                object.require_kind(value, Kind::number, "the limit of " + key.text);
                const bool is_known =
                    std::any_of(study_.results.begin(), study_.results.end(), [&](const auto& one) {
                        return one.is_quality && one.name == key.text;
                    });
                if (!is_known) {
                    object.fail(value, "`" + key.text +
                                           "` is none of the \"results\" that say "
                                           "what is \"better\"");
                }
                question.limits[key.text] = value.number;
            }
        }
        object.refuse_others();
        study_.questions.push_back(std::move(question));
    }

    void read_checks() {
        auto object = object_.object("checks");
        if (object.optional("core", Kind::array) != nullptr) {
            study_.checks.core = object.texts("core");
        }
        for (auto& one : object.objects("assemblies")) {
            AssemblyCheck check;
            check.question = one.text("question", study_.questions.front().name);
            if (const auto* at = one.optional("at", Kind::object)) {
                check.at = settings_of(*at);
            }
            check.assembly = settings_of(one.required("is", Kind::object));
            one.refuse_others();
            study_.checks.assemblies.push_back(std::move(check));
        }
        for (auto& one : object.objects("models")) {
            ModelCheck check;
            check.implementation = one.name("implementation");
            check.method = one.text("method", "");
            check.expected = one.name("is");
            check.within = number(one, "within", 0.05, 0, 1e9, "from 0");
            one.refuse_others();
            study_.checks.models.push_back(std::move(check));
        }
        object.refuse_others();
    }

    /// Every placeholder is known, and everything that is varied makes a difference.
    void check_placeholders() {
        Settings values;
        std::string names;
        for (const auto& name : built_in_placeholders) {
            values.emplace_back(name, "");
            names += (names.empty() ? "" : ", ") + name;
        }
        for (const auto& factor : study_.factors) {
            values.emplace_back(factor.name, "");
            names += ", " + factor.name;
        }
        std::string all;
        const auto look = [&](const std::string& text, const char* member) {
            try {
                filled_in(text, values);
            } catch (const std::out_of_range& unknown) {
                fail(member, "`{" + std::string(unknown.what()) +
                                 "}` is no parameter of this study; there are " + names);
            }
            all += text;
        };
        look(study_.assembly, "assembly");
        look(study_.launcher, "launcher");
        for (const auto& [texts, member] :
             {std::pair(&study_.command, "command"), std::pair(&study_.components, "components"),
              std::pair(&study_.options, "options")}) {
            for (const auto& text : *texts) {
                look(text, member);
            }
        }
        for (const auto& factor : study_.factors) {
            const bool sets_something =
                study_.is_assembly() && (factor.is_implementation || factor.is_of_component());
            if (!sets_something && all.find("{" + factor.name + "}") == std::string::npos) {
                throw base::Error(file_, factor.line,
                                  "`" + factor.name + "` changes nothing: write {" + factor.name +
                                      "} where it belongs");
            }
        }
    }

    const std::filesystem::path& file_;
    const LocatedJson& json_;
    LocatedObject object_;
    Study study_;
};

} // namespace

Study parse_study(const std::filesystem::path& file, const std::string& text) {
    const auto json = base::parse_located_json(file, text);
    return StudyReader(file, json).read();
}

Study read_study(const std::filesystem::path& file) {
    return parse_study(file, base::read_whole_file(file));
}

} // namespace proxima::study
