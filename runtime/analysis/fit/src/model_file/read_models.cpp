#include <proxima/base/file.hpp>
#include <proxima/base/json.hpp>
#include <proxima/base/range.hpp>
#include <proxima/fit/model_file.hpp>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <optional>

namespace proxima::fit {
namespace {

using Kind = base::LocatedJson::Kind;

constexpr std::size_t most_coefficients = 64;
constexpr std::size_t most_inputs = 64;
constexpr std::size_t longest_model = 1'000'000;     // bytes; its texts are copied a few times
constexpr std::size_t most_variable_names = 100'000; // bytes of a model

// Finds an end of the domain where `formula` has no value, as `n = 50`.
std::optional<std::string> end_without_value(const Model& model, const Expression& formula) {
    for (const bool at_max : {false, true}) {
        std::vector<double> at;
        std::string text;
        for (const auto& input : model.inputs) {
            const auto domain = input.domain.value_or(base::Range{1, 1});
            at.push_back(at_max ? domain.max : domain.min);
            text += (text.empty() ? "" : ", ") + input.name + " = " + short_number(at.back());
        }
        const bool known = std::any_of(model.inputs.begin(), model.inputs.end(),
                                       [](const auto& input) { return input.domain.has_value(); });
        if (known && !std::isfinite(formula(at))) {
            return text;
        }
    }
    return std::nullopt;
}

class ModelReader {
public:
    ModelReader(const std::filesystem::path& file, const base::LocatedJson& json)
        : file_(file), object_(file, json, "a model") {}

    Model read() {
        model_.implementation = object_.name("implementation");
        model_.component = object_.text("component", model_.implementation);
        model_.port = object_.text("port", "");
        model_.method = object_.text("method", "");
        model_.metric = object_.text("metric", model_.metric);
        read_unit();
        read_conditions();
        read_inputs();
        model_.mean = formula(object_.required("mean", Kind::string));
        if (const auto stddev = object_.optional("stddev", Kind::string)) {
            model_.stddev = formula(*stddev);
        }
        read_interval();
        read_fit();
        read_evidence();
        read_quality();
        model_.dropped = object_.texts("dropped");
        model_.notes = object_.texts("notes");
        model_.warnings = object_.texts("warnings");
        object_.refuse_others();
        return std::move(model_);
    }

private:
    void read_unit() {
        const bool is_time = model_.metric == "time" || model_.metric == "computation" ||
                             model_.metric == "communication" || model_.metric == "exclusive";
        const auto unit = object_.optional("unit", Kind::string);
        if (unit && is_time && unit->text() != "us") {
            object_.fail(*unit, "times are in microseconds; scale the formulas and write \"us\"");
        }
        model_.unit = unit ? unit->text() : is_time ? "us" : "";
    }

    Expression expression(const base::LocatedJson& text) {
        try {
            return {text.text(), model_.input_names()};
        } catch (const ExpressionError& error) {
            object_.fail(text, "\"" + text.text().substr(0, 80) + "\": " + error.what());
        }
    }

    // Reads an expression that must have values at both ends of the domain.
    Expression formula(const base::LocatedJson& text) {
        auto made = expression(text);
        if (const auto place = end_without_value(model_, made)) {
            object_.fail(text, "\"" + text.text().substr(0, 80) + "\" has no value at " + *place +
                                   ", which is in the domain; correct the formula or the domain");
        }
        return made;
    }

    void read_conditions() {
        for (const auto& element : object_.elements("conditions")) {
            base::LocatedObject condition(file_, element, "a condition");
            model_.conditions.push_back({condition.required("parameter", Kind::string).text(),
                                         condition.required("value", Kind::string).text()});
            condition.refuse_others();
        }
    }

    void read_inputs() {
        const auto inputs = object_.elements("inputs");
        if (inputs.size() > most_inputs) {
            object_.fail(inputs[0], "more than " + std::to_string(most_inputs) + " inputs");
        }
        for (const auto& element : inputs) {
            base::LocatedObject input(file_, element, "an input");
            Input made;
            made.name = input.required("name", Kind::string).text();
            made.parameter = input.text("parameter", made.name);
            if (!is_variable_name(made.name)) {
                input.fail(element, "\"" + made.name +
                                        "\" cannot be used in an expression; call it \"" +
                                        variable_name(made.name) +
                                        "\", and give the recorded name as \"parameter\"");
            }
            if (std::any_of(model_.inputs.begin(), model_.inputs.end(),
                            [&](const auto& other) { return other.name == made.name; })) {
                input.fail(element, "two inputs are called \"" + made.name + "\"; rename one");
            }
            made.domain = domain(input, element);
            input.refuse_others();
            model_.inputs.push_back(std::move(made));
        }
    }

    static std::optional<base::Range> domain(base::LocatedObject& input,
                                             const base::LocatedJson& element) {
        const auto min = input.number("min");
        const auto max = input.number("max");
        if (min.has_value() != max.has_value()) {
            input.fail(element, "a domain needs both \"min\" and \"max\"; add the other");
        }
        if (min && *min > *max) {
            input.fail(element, "\"min\" is above \"max\"; exchange them");
        }
        if (min && !std::isfinite(*max - *min)) {
            input.fail(element, "a domain of this width is too large for a number; correct it");
        }
        return min ? std::optional(base::Range{*min, *max}) : std::nullopt;
    }

    void read_interval() {
        const auto json = object_.optional("interval", Kind::object);
        if (!json) {
            return;
        }
        base::LocatedObject interval(file_, *json, "an interval");
        Uncertainty made;
        made.level = interval.number("level").value_or(made.level);
        made.degrees_of_freedom = interval.number("degrees_of_freedom").value_or(0);
        if (!(made.level > 0 && made.level < 1) || !(made.degrees_of_freedom > 0)) {
            interval.fail(*json,
                          "\"level\" must be between 0 and 1, and \"degrees_of_freedom\" above 0");
        }
        const auto gradient = interval.required("gradient", Kind::array);
        check_size(interval, gradient);
        for (const auto& term : gradient.elements()) {
            interval.require_kind(term, Kind::string, "an element of \"gradient\"");
            made.gradient.push_back(expression(term));
        }
        made.covariance =
            matrix(interval, interval.required("covariance", Kind::array), made.gradient.size());
        if (const auto residuals = interval.optional("residuals", Kind::array)) {
            made.residuals = quantiles(interval, *residuals);
        }
        interval.refuse_others();
        model_.uncertainty = std::move(made);
    }

    // Each term keeps the names of all inputs.
    void check_size(const base::LocatedObject& interval, const base::LocatedJson& gradient) const {
        std::size_t names = 0;
        for (const auto& input : model_.inputs) {
            names += input.name.size();
        }
        const auto terms = gradient.elements().size();
        if (terms > most_coefficients || terms * names > most_variable_names) {
            interval.fail(gradient, "\"gradient\" has more than " +
                                        std::to_string(most_coefficients) +
                                        " terms, or the names of the inputs are too long");
        }
    }

    static std::vector<double> numbers(const base::LocatedObject& object,
                                       const base::LocatedJson& list, std::size_t count,
                                       const std::string& name) {
        object.require_kind(list, Kind::array, name);
        if (const auto found = list.elements().size(); found != count) {
            object.fail(list, name + " must have " + std::to_string(count) + " numbers, it has " +
                                  std::to_string(found));
        }
        std::vector<double> values;
        for (const auto& element : list.elements()) {
            object.require_kind(element, Kind::number, "an element of " + name);
            values.push_back(element.number());
        }
        return values;
    }

    static std::vector<std::vector<double>>
    matrix(const base::LocatedObject& object, const base::LocatedJson& rows, std::size_t size) {
        if (rows.elements().size() != size) {
            object.fail(rows, "\"covariance\" must have a row for each element of \"gradient\"");
        }
        std::vector<std::vector<double>> values;
        for (const auto& row : rows.elements()) {
            values.push_back(numbers(object, row, size, "a row of \"covariance\""));
        }
        return values;
    }

    static std::vector<std::pair<double, double>> quantiles(const base::LocatedObject& object,
                                                            const base::LocatedJson& list) {
        std::vector<std::pair<double, double>> made;
        for (const auto& element : list.elements()) {
            const auto pair = numbers(object, element, 2, "a pair of \"residuals\"");
            const bool ascends =
                made.empty() || (pair[0] > made.back().first && pair[1] >= made.back().second);
            if (!(pair[0] > 0 && pair[0] < 1) || !ascends) {
                object.fail(element,
                            "\"residuals\" must be pairs of a probability between 0 and 1 and a "
                            "quantile, both ascending");
            }
            made.emplace_back(pair[0], pair[1]);
        }
        return made;
    }

    void read_fit() {
        if (const auto json = object_.optional("fit", Kind::object)) {
            base::LocatedObject fit(file_, *json, "\"fit\"");
            Quality made;
            made.family = fit.text("family", "");
            made.criterion = fit.text("criterion", "");
            made.score = fit.number("score").value_or(0);
            made.explained = fit.number("explained").value_or(0);
            made.relative_error = fit.number("relative_error").value_or(0);
            made.left_out = fit.number("left_out").value_or(0);
            made.tail = fit.text("tail", "");
            made.groups = fit.text("groups", "");
            fit.refuse_others();
            model_.fit = made;
        }
    }

    void read_evidence() {
        if (const auto json = object_.optional("evidence", Kind::object)) {
            base::LocatedObject evidence(file_, *json, "\"evidence\"");
            model_.evidence.points = evidence.count("points");
            model_.evidence.distinct = evidence.count("distinct");
            model_.evidence.repetitions = evidence.count("repetitions");
            model_.evidence.outliers = evidence.count("outliers");
            model_.evidence.statistic = evidence.text("statistic", "");
            model_.evidence.machine = evidence.text("machine", "");
            model_.evidence.runs = evidence.texts("runs");
            model_.evidence.source = evidence.text("source", "");
            evidence.refuse_others();
        }
    }

    void read_quality() {
        for (const auto& [name, value] : object_.members("quality")) {
            object_.require_kind(value, Kind::number, "the quality \"" + name.text() + "\"");
            model_.quality[name.text()] = value.number();
        }
    }

    const std::filesystem::path& file_;
    base::LocatedObject object_;
    Model model_;
};

} // namespace

std::vector<Model> parse_models(const std::filesystem::path& file, std::string_view text) {
    const auto json = base::parse_located_json(file, std::string(text));
    base::LocatedObject top(file, json, "a file of models");
    const auto format = top.required("format", Kind::number);
    if (format.number() != 1) {
        top.fail(format,
                 "unknown format, this proxima reads 1; use the proxima that wrote the file");
    }
    const auto elements = top.required("models", Kind::array);
    base::refuse_tiny_elements(elements, 300); // a model takes 5 KB
    std::vector<Model> models;
    for (const auto& element : elements.elements()) {
        if (element.source().size() > longest_model) {
            top.fail(element, "a model of more than 1 MB; is this the right file?");
        }
        models.push_back(ModelReader(file, element).read());
    }
    top.refuse_others();
    return models;
}

std::vector<Model> read_models(const std::filesystem::path& file) {
    return parse_models(file, base::read_whole_file(file));
}

std::vector<Model> read_models(const std::vector<std::filesystem::path>& files) {
    std::vector<Model> all;
    for (const auto& file : files) {
        auto models = read_models(file);
        std::move(models.begin(), models.end(), std::back_inserter(all));
    }
    return all;
}

} // namespace proxima::fit
