#include "formula.hpp"
#include "study_reader.hpp"

#include <proxima/model/error.hpp>
#include <proxima/model/expression.hpp>

#include <algorithm>

namespace proxima::study {

void StudyReader::read_fit() {
    const auto* json = object_.optional("fit", Kind::object);
    if (json == nullptr) {
        return;
    }
    LocatedObject object(file_, *json, "\"fit\"");
    auto& fit = study_.fit;
    fit.methods = object.texts("methods");
    fit.metric = object.text("metric", "");
    fit.parameters = object.texts("parameters");
    if (!fit.metric.empty()) {
        check_metric(json->find("metric")->line);
    }
    for (const auto& name : fit.parameters) {
        require_varied(name, json->find("parameters")->line);
    }
    fit.level_percent = number(object, "level_percent", fit.level_percent, 1e-6, 99.999999,
                               "above 0 and below 100");
    fit.split = flag(object, "split", fit.split);
    object.refuse_others();
}

void StudyReader::check_metric(std::size_t line) const {
    const auto& metric = study_.fit.metric;
    const bool is_of_answers = metric == "time" || metric == "exclusive";
    if (!is_of_answers && metric != "computation" && metric != "communication") {
        fail(line, "`" + metric +
                       "` is no metric of a study; there are time, exclusive, "
                       "computation, communication");
    }
    if (!is_of_answers && !study_.choices.empty()) {
        fail(line, "assemblies are chosen by `time` or `exclusive`, and there would be no models "
                   "of these; leave \"metric\" out");
    }
}

void StudyReader::read_prune() {
    if (const auto* json = object_.optional("prune", Kind::object)) {
        constexpr double most = 0.999999999;
        LocatedObject object(file_, *json, "\"prune\"");
        study_.alpha = number(object, "alpha", study_.alpha, 0, most, "from 0 to below 1");
        study_.beta = number(object, "beta", study_.beta, 0, most, "from 0 to below 1");
        object.refuse_others();
    }
}

const Choice* StudyReader::choice_of(const std::string& instance) const {
    const auto found =
        std::find_if(study_.choices.begin(), study_.choices.end(),
                     [&](const Choice& choice) { return choice.instance == instance; });
    return found == study_.choices.end() ? nullptr : &*found;
}

void StudyReader::require_choice(const std::string& instance, std::size_t line) const {
    if (choice_of(instance) == nullptr) {
        fail(line, "`" + instance +
                       "` has no \"implementations\" in this study; name one "
                       "that has");
    }
}

void StudyReader::require_implementation(const std::string& instance, const std::string& name,
                                         std::size_t line) const {
    require_choice(instance, line);
    const auto& known = choice_of(instance)->implementations;
    if (std::none_of(known.begin(), known.end(),
                     [&](const Implementation& one) { return one.name == name; })) {
        fail(line, "`" + name + "` is no implementation of " + instance +
                       "; name one of its \"implementations\"");
    }
}

void StudyReader::read_select() {
    const auto* json = object_.optional("select", Kind::object);
    if (json == nullptr) {
        study_.select.questions.emplace_back();
        return;
    }
    LocatedObject object(file_, *json, "\"select\"");
    auto& select = study_.select;
    read_choose(object);
    select.seconds = number(object, "seconds", select.seconds, 0, 1e9, "from 0");
    select.alternatives = count(object, "alternatives", select.alternatives, 1, 1000);
    if (const auto* list = object.optional("interactions", Kind::array)) {
        for (const auto& element : list->elements) {
            read_interaction(element);
        }
    }
    if (const auto* qualities = object.optional("quality", Kind::object)) {
        for (const auto& [key, quality] : qualities->members) {
            const std::string& name = key.text;
            read_quality(name, quality);
        }
    }
    const auto common = question_of("", object, json->line);
    if (const auto* questions = object.optional("questions", Kind::object)) {
        for (const auto& [key, question] : questions->members) {
            const std::string& name = key.text;
            read_question(name, question);
        }
        if (select.questions.empty() || !common.requirements.empty() || common.quantile > 0 ||
            common.front) {
            fail(questions->line, "each of the \"questions\" says for itself what it requires "
                                  "and minimises");
        }
    } else {
        select.questions.push_back(common);
    }
    object.refuse_others();
}

/// What is chosen is an input of models, so it has numbers.
void StudyReader::read_choose(LocatedObject& object) {
    auto& choose = study_.select.choose;
    choose = object.texts("choose");
    if (choose.empty()) {
        return;
    }
    const auto line = object.required("choose", Kind::array).line;
    for (const auto& name : choose) {
        if (std::none_of(study_.parameters.begin(), study_.parameters.end(),
                         [&](const Parameter& one) { return one.name == name; })) {
            fail(line, "`" + name + "` is none of the \"parameters\"");
        }
        for (const auto& value : values_of(name)) {
            if (!number_of(value)) {
                fail(line, "`" + name + "` cannot be chosen: " + value + " is no number");
            }
        }
    }
    if (study_.choices.size() != 1) {
        fail(line, "\"choose\" is for studies with \"implementations\" of one instance");
    }
}

Question StudyReader::question_of(const std::string& name, LocatedObject& object,
                                  std::size_t line) const {
    Question question;
    question.name = name;
    question.quantile = number(object, "quantile", 0, 0.5, 0.999999, "from 0.5 to below 1");
    question.front = flag(object, "front", false);
    for (const auto& text : object.texts("require")) {
        question.requirements.push_back(requirement_of(text, line));
    }
    return question;
}

void StudyReader::read_question(const std::string& name, const LocatedJson& json) {
    if (!is_plain_name(name)) {
        fail(json.line, "a question is named by letters, digits, `_`, `-` and `.`; files are "
                        "called so");
    }
    LocatedObject object(file_, json, "a question");
    study_.select.questions.push_back(question_of(name, object, json.line));
    object.refuse_others();
}

Requirement StudyReader::requirement_of(const std::string& text, std::size_t line) const {
    const auto at = text.find_first_of("<>");
    const auto value = at != std::string::npos && at > 0 && text.substr(at + 1, 1) == "="
                           ? number_of(text.substr(at + 2))
                           : std::nullopt;
    if (!value) {
        fail(line, "`" + text + "` is not NAME>=NUMBER or NAME<=NUMBER");
    }
    Requirement made{text.substr(0, at), text[at] == '>', *value};
    for (const auto& wish : study_.select.qualities) {
        if (wish.rule.name == made.quality && wish.rule.more_is_better != made.is_least) {
            fail(line, "of `" + made.quality + "` " + (made.is_least ? "less" : "more") +
                           " is better; turn `" + text + "` round");
        }
    }
    if (!is_quality(made.quality)) {
        fail(line, "`" + made.quality +
                       "` is no quality of this study; name one that "
                       "\"quality\" has");
    }
    return made;
}

bool StudyReader::is_quality(const std::string& name) const {
    const auto& wishes = study_.select.qualities;
    return std::any_of(wishes.begin(), wishes.end(),
                       [&](const QualityWish& wish) { return wish.rule.name == name; }) ||
           std::any_of(study_.choices.begin(), study_.choices.end(), [&](const auto& choice) {
               return std::any_of(choice.implementations.begin(), choice.implementations.end(),
                                  [&](const auto& one) { return one.quality.count(name) == 1; });
           });
}

std::pair<std::string, std::string> StudyReader::two_of(LocatedObject& object,
                                                        const std::string& key) const {
    const auto& list = object.required(key, Kind::array);
    const auto names = object.texts(key);
    if (names.size() != 2) {
        fail(list.line, "\"" + key + "\" must name two");
    }
    return {names[0], names[1]};
}

void StudyReader::read_interaction(const LocatedJson& json) {
    LocatedObject object(file_, json, "an interaction");
    const auto [first, second] = two_of(object, "between");
    model::Interaction interaction{first, second, {}};
    if (first == second) {
        fail(json.line, "an interaction is between two instances");
    }
    require_choice(first, json.line);
    require_choice(second, json.line);
    for (const auto& element : object.required("costs", Kind::array).elements) {
        LocatedObject cost(file_, element, "a cost");
        const auto [one, other] = two_of(cost, "of");
        require_implementation(first, one, element.line);
        require_implementation(second, other, element.line);
        interaction.costs.push_back({one, other, cost.number("us").value_or(0),
                                     cost.number("us_per_call").value_or(0),
                                     cost.number("stddev_us").value_or(0)});
        cost.refuse_others();
        if (interaction.costs.back().stddev_us < 0) {
            fail(element.line, "\"stddev_us\" is negative");
        }
    }
    object.refuse_others();
    study_.select.interactions.push_back(std::move(interaction));
}

void StudyReader::read_quality(const std::string& name, const LocatedJson& json) {
    LocatedObject object(file_, json, "a quality");
    QualityWish wish;
    wish.rule.name = name;
    const auto combine = object.text("combine", "worst");
    const auto least = object.number("at_least");
    const auto most = object.number("at_most");
    const auto better = object.text("better", most ? "less" : "more");
    wish.result = object.text("result", "");
    wish.instance = object.text("of", "");
    object.refuse_others();
    if (combine != "worst" && combine != "sum") {
        fail(json.line, "\"combine\" must be \"worst\" or \"sum\"");
    }
    if ((better != "more" && better != "less") || (least && most) || (least && better == "less") ||
        (most && better == "more")) {
        fail(json.line, "a quality has \"at_least\" where more is better, or \"at_most\" where "
                        "less is");
    }
    wish.rule.is_sum = combine == "sum";
    wish.rule.more_is_better = better == "more";
    wish.rule.limit = least ? least : most;
    check_result_of(wish, json.line);
    study_.select.qualities.push_back(std::move(wish));
}

void StudyReader::check_result_of(QualityWish& wish, std::size_t line) const {
    if (wish.result.empty()) {
        return;
    }
    if (std::none_of(study_.results.begin(), study_.results.end(),
                     [&](const Result& one) { return one.name == wish.result; })) {
        fail(line, "`" + wish.result + "` is none of the \"results\"; name one of them");
    }
    if (wish.instance.empty() && study_.choices.size() == 1) {
        wish.instance = study_.choices.front().instance;
    }
    if (wish.instance.empty()) {
        fail(line, "say \"of\" which instance `" + wish.result + "` is a quality");
    }
    require_choice(wish.instance, line);
}

void StudyReader::read_checks() {
    const auto* json = object_.optional("checks", Kind::object);
    if (json == nullptr) {
        return;
    }
    LocatedObject object(file_, *json, "\"checks\"");
    if (object.optional("core", Kind::array) != nullptr) {
        study_.checks.core = object.texts("core");
    }
    if (const auto* list = object.optional("assemblies", Kind::array)) {
        for (const auto& element : list->elements) {
            read_assembly_check(element);
        }
    }
    if (const auto* list = object.optional("models", Kind::array)) {
        for (const auto& element : list->elements) {
            read_model_check(element);
        }
    }
    object.refuse_others();
}

void StudyReader::read_assembly_check(const LocatedJson& json) {
    LocatedObject object(file_, json, "a check of assemblies");
    AssemblyCheck check;
    check.line = json.line;
    check.question = object.text("question", study_.select.questions.front().name);
    if (const auto* at = object.optional("at", Kind::object)) {
        check.at = settings_of(*at, "\"at\"");
    }
    const auto& is = object.required("is", Kind::object);
    check.assembly = settings_of(is, "\"is\"");
    object.refuse_others();
    const auto& questions = study_.select.questions;
    if (std::none_of(questions.begin(), questions.end(),
                     [&](const Question& one) { return one.name == check.question; })) {
        fail(json.line, "`" + check.question + "` is none of the \"questions\"");
    }
    for (const auto& [name, value] : check.at) {
        require_varied(name, json.line);
        if (choice_of(name) != nullptr || is_chosen(name)) {
            fail(json.line, "`" + name +
                                "` is what is looked for and tells no points apart; put "
                                "it into \"is\"");
        }
        require_value(name, value, json.line);
    }
    for (const auto& [instance, name] : check.assembly) {
        if (is_chosen(instance)) {
            require_value(instance, name, is.line);
        } else {
            require_implementation(instance, name, is.line);
        }
    }
    study_.checks.assemblies.push_back(std::move(check));
}

bool StudyReader::is_chosen(const std::string& name) const {
    const auto& chosen = study_.select.choose;
    return std::find(chosen.begin(), chosen.end(), name) != chosen.end();
}

void StudyReader::read_model_check(const LocatedJson& json) {
    LocatedObject object(file_, json, "a check of models");
    ModelCheck check;
    check.line = json.line;
    check.implementation = object.required("implementation", Kind::string).text;
    check.instance = object.text("instance", "");
    check.method = object.text("method", "");
    check.expected = object.required("is", Kind::string).text;
    check.within = number(object, "within", 0.05, 0, 1e9, "from 0");
    object.refuse_others();
    if (study_.choices.empty() || check.expected.empty()) {
        fail(json.line, "a check of models needs \"implementations\" and a formula");
    }
    if (!check.instance.empty()) {
        require_choice(check.instance, json.line);
    }
    check_formula(check.expected, json.line);
    study_.checks.models.push_back(std::move(check));
}

/// Of the names in a formula only a run can tell whether they are known.
void StudyReader::check_formula(const std::string& formula, std::size_t line) const {
    try {
        const model::Expression parsed(formula, names_in_formula(formula));
    } catch (const model::ExpressionError& error) {
        fail(line, std::string("the formula is wrong: ") + error.what());
    }
}

} // namespace proxima::study
