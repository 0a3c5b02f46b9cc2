#include "costs.hpp"
#include "study_members.hpp"

#include <proxima/base/error.hpp>
#include <proxima/fit/expression.hpp>

#include <algorithm>
#include <cctype>

namespace proxima::study {
namespace {

using base::LocatedJson;
using base::LocatedObject;
using Kind = LocatedJson::Kind;

class QuestionReader {
public:
    QuestionReader(const std::filesystem::path& file, const LocatedJson& json,
                   LocatedObject& object, Study& study)
        : file_(file), json_(json), object_(object), study_(study) {}

    void read() {
        read_results();
        read_questions();
        read_checks();
    }

private:
    [[noreturn]] void fail(const char* member, const std::string& problem) const {
        throw base::Error(file_, json_.find(member)->line(), problem);
    }

    Settings settings_of(const LocatedJson::Children<LocatedJson::Member>& members) const {
        Settings settings;
        for (const auto& [key, value] : members) {
            settings.emplace_back(key.text(), value_of(object_, value, key.text()));
        }
        return settings;
    }

    void read_results() {
        for (const auto& [name, json] : object_.members("results")) {
            read_result(name.text(), json);
        }
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
        if (const auto better = object.optional("better", Kind::string)) {
            if (better->text() != "less" && better->text() != "more") {
                object.fail(*better, "\"better\" must be \"less\" or \"more\"");
            }
            result.is_quality = true;
            result.more_is_better = better->text() == "more";
            result.instance = object.text("of", only_instance());
            const auto* factor = study_.factor(result.instance);
            if (factor == nullptr || !factor->is_implementation) {
                object.fail(json,
                            "name in \"of\" the instance with \"implementations\" whose quality `" +
                                name + "` is");
            }
        }
        object.refuse_others();
        study_.results.push_back(std::move(result));
    }

    // The instance that has implementations; empty if several have.
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
        fit.read("split", study_.split);
        fit.refuse_others();
        require_parameters(study_.inputs, "fit", true);
        auto prune = object_.object("prune");
        constexpr double most = 0.999999999;
        study_.alpha = number(prune, "alpha", study_.alpha, 0, most, "from 0 to below 1");
        study_.beta = number(prune, "beta", study_.beta, 0, most, "from 0 to below 1");
        prune.refuse_others();
        study_.chosen = object_.texts("choose");
        study_.cost = object_.text("cost", "");
        check_cost();
        require_parameters(study_.chosen, "choose", !study_.chooses_by_runs());
        for (const auto& [name, json] : object_.members("questions")) {
            read_question(name.text(), json);
        }
        if (study_.questions.empty()) {
            study_.questions.push_back({"fastest", {}, false});
        }
    }

    void check_cost() const {
        if (!study_.cost.empty()) {
            try {
                const fit::Expression cost(study_.cost, names_in_costs(study_));
            } catch (const fit::ExpressionError& error) {
                fail("cost", std::string("the cost: ") + error.what());
            }
        }
    }

    // Inputs of models must have numbers for values.
    void require_parameters(const std::vector<std::string>& names, const char* member,
                            bool are_inputs) const {
        for (const auto& name : names) {
            const auto* factor = study_.factor(name);
            if (factor == nullptr || factor->is_implementation) {
                fail(member, "`" + name + "` is not one of the \"parameters\"");
            }
            auto values = factor->values;
            for (const auto& one : study_.cases) {
                if (const auto own = one.find(name); own != one.end()) {
                    values.insert(values.end(), own->second.begin(), own->second.end());
                }
            }
            for (const auto& value : values) {
                if (are_inputs && !number_of(value)) {
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
        object.read("front", question.front);
        for (const auto& [key, value] : object.members("limits")) {
            object.require_kind(value, Kind::number, "the limit of " + key.text());
            const bool is_known =
                std::any_of(study_.results.begin(), study_.results.end(), [&](const auto& one) {
                    return one.is_quality && one.name == key.text();
                });
            if (!is_known) {
                object.fail(value,
                            "`" + key.text() +
                                "` is not one of the \"results\" that say what is \"better\"");
            }
            question.limits[key.text()] = value.number();
        }
        object.refuse_others();
        study_.questions.push_back(std::move(question));
    }

    void read_checks() {
        auto object = object_.object("checks");
        if (object.optional("core", Kind::array)) {
            study_.checks.core = object.texts("core");
        }
        study_.checks.assemblies = object.objects("assemblies", [this](LocatedObject& one) {
            AssemblyCheck check;
            check.question = one.text("question", study_.questions.front().name);
            check.at = settings_of(one.members("at"));
            check.assembly = settings_of(one.required("is", Kind::object).members());
            one.refuse_others();
            return check;
        });
        study_.checks.models = object.objects("models", [](LocatedObject& one) {
            ModelCheck check;
            check.implementation = one.name("implementation");
            check.method = one.text("method", "");
            check.expected = one.name("is");
            check.within = number(one, "within", 0.05, 0, 1e9, "from 0");
            one.refuse_others();
            return check;
        });
        object.refuse_others();
    }

    const std::filesystem::path& file_;
    LocatedJson json_;
    LocatedObject& object_;
    Study& study_;
};

} // namespace

bool is_plain_name(const std::string& name) {
    return !name.empty() && name.front() != '.' &&
           std::all_of(name.begin(), name.end(), [](unsigned char c) {
               return std::isalnum(c) != 0 || c == '_' || c == '-' || c == '.';
           });
}

double number(LocatedObject& object, const std::string& key, double otherwise, double least,
              double most, const std::string& range) {
    const auto found = object.optional(key, Kind::number);
    if (found && !(found->number() >= least && found->number() <= most)) {
        object.fail(*found, "\"" + key + "\" must be " + range);
    }
    return found ? found->number() : otherwise;
}

std::string value_of(const LocatedObject& object, const LocatedJson& json,
                     const std::string& name) {
    const auto kind = json.kind();
    const bool is_value = kind == Kind::string || kind == Kind::number || kind == Kind::boolean;
    auto text = json.text();
    if (!is_value || text.find('\0') != std::string::npos) {
        object.fail(json, "a value of \"" + name +
                              "\" must be a text without zero bytes, a number, or true or "
                              "false");
    }
    return text;
}

void read_questions(const std::filesystem::path& file, const LocatedJson& json,
                    LocatedObject& object, Study& study) {
    QuestionReader(file, json, object, study).read();
}

} // namespace proxima::study
