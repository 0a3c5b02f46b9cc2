#include <proxima/base/file.hpp>
#include <proxima/base/json.hpp>
#include <proxima/base/range.hpp>
#include <proxima/platform/documents.hpp>

#include <algorithm>

namespace proxima::platform {
namespace {

using base::LocatedJson;
using base::LocatedObject;
using Kind = LocatedJson::Kind;

constexpr std::size_t most_names = 256; // names in one document
constexpr std::size_t most_fitted = 32;

std::optional<base::Range> range(const LocatedObject& of, const std::optional<LocatedJson>& json,
                                 const char* what) {
    if (!json) {
        return std::nullopt;
    }
    const auto ends = json->elements();
    const bool numbers =
        ends.size() == 2 && ends[0].kind() == Kind::number && ends[1].kind() == Kind::number;
    if (!numbers || !(ends[0].number() <= ends[1].number())) {
        of.fail(*json, std::string(what) + " must be two numbers, the smaller one first");
    }
    return base::Range{ends[0].number(), ends[1].number()};
}

// Reads the members that quantities of a platform and parameters of an application share.
void read_quantity(LocatedObject& object, const LocatedJson& json, Quantity& made) {
    made.name = object.name("name");
    made.value = object.required("value", Kind::number).number();
    made.unit = object.text("unit", "");
    const auto interval = object.optional("interval", Kind::array);
    made.interval = range(object, interval, "\"interval\"");
    if (made.interval && !made.interval->contains(made.value)) {
        object.fail(*interval, "\"value\" lies outside of \"interval\"; correct one");
    }
    made.note = object.text("note", "");
    made.place = json.place();
}

template <class List>
const typename List::value_type* find_named(const List& list, std::string_view name) {
    const auto found = std::find_if(list.begin(), list.end(),
                                    [&](const auto& element) { return element.name == name; });
    return found != list.end() ? &*found : nullptr;
}

class ApplicationReader {
public:
    ApplicationReader(const std::filesystem::path& file, const LocatedJson& json)
        : file_(file), json_(json), top_(file, json, "an application") {}

    Application read() {
        top_.require_format(1);
        made_.file = file_;
        made_.name = top_.name("application");
        made_.source = top_.text("source", "");
        if (top_.texts("notes").size() > most_names) {
            top_.fail(json_, "more than " + std::to_string(most_names) + " \"notes\"; join some");
        }
        read_parameters();
        made_.platform = needs("platform");
        made_.usage = needs("usage");
        made_.derived = formulas("derived");
        made_.components = formulas("components");
        if (made_.components.empty()) {
            top_.fail(json_, "an application needs \"components\", at least one");
        }
        read_rest();
        read_total();
        made_.results = formulas("results");
        read_fit();
        top_.refuse_others();
        return std::move(made_);
    }

private:
    void add_name(const LocatedObject& object, const LocatedJson& at, const std::string& name) {
        if (!fit::is_variable_name(name)) {
            object.fail(at, "\"" + name + "\" cannot be used in an expression; call it \"" +
                                fit::variable_name(name) + "\"");
        }
        if (std::find(names_.begin(), names_.end(), name) != names_.end()) {
            object.fail(at, "two things are called \"" + name + "\"; rename one");
        }
        if (names_.size() == most_names) {
            object.fail(at, "more than " + std::to_string(most_names) + " names; use fewer");
        }
        names_.push_back(name);
    }

    void read_parameters() {
        for (const auto& json : top_.elements("parameters")) {
            LocatedObject object(file_, json, "a parameter");
            ModelParameter made;
            read_quantity(object, json, made);
            add_name(object, json, made.name);
            made.domain = range(object, object.optional("domain", Kind::array), "\"domain\"");
            const auto free = object.optional("free", Kind::boolean);
            made.is_free = free && free->boolean();
            object.refuse_others();
            made_.parameters.push_back(std::move(made));
        }
    }

    std::vector<Need> needs(const char* key) {
        std::vector<Need> made;
        for (const auto& json : top_.elements(key)) {
            LocatedObject object(file_, json, "a quantity");
            Need need{object.name("name"), object.text("unit", ""), std::nullopt, json.place()};
            need.otherwise = object.number("otherwise");
            object.text("note", "");
            add_name(object, json, need.name);
            object.refuse_others();
            made.push_back(std::move(need));
        }
        return made;
    }

    fit::Expression expression(const LocatedObject& object, const LocatedJson& text) const {
        try {
            return {text.text(), names_};
        } catch (const fit::ExpressionError& error) {
            object.fail(text, "\"" + text.text().substr(0, 80) + "\": " + error.what());
        }
    }

    // Reads formulas; each may use those before it.
    std::vector<Formula> formulas(const char* key) {
        const bool are_components = std::string_view(key) == "components";
        std::vector<Formula> made;
        for (const auto& json : top_.elements(key)) {
            LocatedObject object(file_, json, are_components ? "a component" : "a formula");
            Formula formula;
            formula.name = object.name("name");
            formula.value = expression(
                object, object.required(are_components ? "seconds" : "value", Kind::string));
            formula.unit = are_components ? "s" : object.text("unit", "");
            formula.kind = are_components ? object.text("class", formula.name) : "";
            object.text("note", "");
            formula.place = json.place();
            add_name(object, json, formula.name);
            object.refuse_others();
            made.push_back(std::move(formula));
        }
        return made;
    }

    void read_rest() {
        if (const auto text = top_.optional("rest", Kind::string)) {
            made_.rest = text->text();
            if (find_named(made_.components, made_.rest) == nullptr) {
                top_.fail(*text, "\"" + made_.rest + "\" is not a component");
            }
        }
    }

    void read_total() {
        made_.total.name = "total";
        made_.total.unit = "s";
        made_.total.place = json_.place();
        if (const auto text = top_.optional("total", Kind::string)) {
            made_.total.value = expression(top_, *text);
        } else {
            std::string sum;
            for (const auto& component : made_.components) {
                sum += (sum.empty() ? "" : " + ") + component.name;
            }
            made_.total.value = {sum, names_};
        }
        add_name(top_, json_, made_.total.name);
    }

    void read_fit() {
        const auto json = top_.optional("fit", Kind::object);
        if (!json) {
            return;
        }
        LocatedObject object(file_, *json, "\"fit\"");
        Fit fit;
        fit.degrees_of_freedom = object.number("degrees_of_freedom").value_or(0);
        fit.scatter = object.number("scatter").value_or(0);
        fit.runs = object.text("runs", "");
        fit.parameters = object.texts("parameters");
        if (!(fit.degrees_of_freedom > 0) || !(fit.scatter >= 0)) {
            object.fail(*json, "\"degrees_of_freedom\" must be above 0, \"scatter\" not below 0");
        }
        for (const auto& name : fit.parameters) {
            if (made_.find(name) == nullptr) {
                object.fail(*json, "\"" + name + "\" is not a parameter");
            }
        }
        const auto rows = object.required("covariance", Kind::array);
        const auto count = rows.elements().size();
        if (count != fit.parameters.size() || count > most_fitted) {
            object.fail(rows,
                        "\"covariance\" must have a row for each of \"parameters\", at most " +
                            std::to_string(most_fitted));
        }
        for (const auto& row : rows.elements()) {
            object.require_kind(row, Kind::array, "a row of \"covariance\"");
            if (row.elements().size() != fit.parameters.size()) {
                object.fail(row, "a row of \"covariance\" must have a number for each parameter");
            }
            fit.covariance.emplace_back();
            for (const auto& number : row.elements()) {
                object.require_kind(number, Kind::number, "an element of \"covariance\"");
                fit.covariance.back().push_back(number.number());
            }
        }
        object.refuse_others();
        made_.fit = std::move(fit);
    }

    const std::filesystem::path& file_;
    LocatedJson json_;
    LocatedObject top_;
    std::vector<std::string> names_;
    Application made_;
};

} // namespace

const Quantity* Platform::find(std::string_view quantity) const {
    return find_named(quantities, quantity);
}

const ModelParameter* Application::find(std::string_view parameter) const {
    return find_named(parameters, parameter);
}

Application parse_application(const std::filesystem::path& file, std::string_view text) {
    const auto json = base::parse_located_json(file, std::string(text));
    return ApplicationReader(file, json).read();
}

Platform parse_platform(const std::filesystem::path& file, std::string_view text) {
    const auto json = base::parse_located_json(file, std::string(text));
    LocatedObject top(file, json, "a platform");
    top.require_format(1);
    Platform made;
    made.file = file;
    made.name = top.name("platform");
    made.title = top.text("title", made.name);
    made.source = top.text("source", "");
    top.texts("notes");
    for (const auto& element : top.elements("quantities")) {
        LocatedObject object(file, element, "a quantity");
        Quantity quantity;
        read_quantity(object, element, quantity);
        object.refuse_others();
        if (made.find(quantity.name) != nullptr) {
            object.fail(element, "two quantities are called \"" + quantity.name + "\"; rename one");
        }
        made.quantities.push_back(std::move(quantity));
    }
    top.refuse_others();
    return made;
}

Application read_application(const std::filesystem::path& file) {
    return parse_application(file, base::read_whole_file(file));
}

Platform read_platform(const std::filesystem::path& file) {
    return parse_platform(file, base::read_whole_file(file));
}

} // namespace proxima::platform
