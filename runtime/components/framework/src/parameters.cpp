#include "names.hpp"

#include <proxima/framework/error.hpp>
#include <proxima/framework/parameters.hpp>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <deque>
#include <mutex>
#include <variant>

namespace proxima::framework {
namespace {

std::string text_of(std::int64_t value) {
    return std::to_string(value);
}

// Returns the shortest text that reads back as the same value.
std::string text_of(double value) {
    char text[32];
    const auto [end, error] = std::to_chars(text, text + sizeof text, value);
    return {text, end};
}

std::string text_of(bool value) {
    return value ? "true" : "false";
}

std::string text_of(const std::string& value) {
    return value;
}

template <class Number>
bool read(std::string_view text, Number& value) {
    const char* const begin = text.data() + (!text.empty() && text[0] == '+' ? 1 : 0);
    const char* const end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(begin, end, value);
    return error == std::errc() && stop == end && !std::isnan(static_cast<double>(value));
}

bool read(std::string_view text, bool& value) {
    constexpr std::string_view words[][2]{
        {"true", "false"}, {"1", "0"}, {"yes", "no"}, {"on", "off"}};
    for (const auto& [yes, no] : words) {
        if (text == yes || text == no) {
            value = text == yes;
            return true;
        }
    }
    return false;
}

// Returns, for instance, "from 0 to 1"; nothing if there are no limits.
template <class Number>
std::string range_text(Number lowest, Number highest) {
    const bool below = lowest > std::numeric_limits<Number>::lowest();
    const bool above = highest < std::numeric_limits<Number>::max();
    if (below && above) {
        return "from " + text_of(lowest) + " to " + text_of(highest);
    }
    return below ? "at least " + text_of(lowest) : above ? "at most " + text_of(highest) : "";
}

template <class Number>
struct NumberField {
    Number value;
    Number standard;
    Number lowest;
    Number highest;
    static constexpr const char* type = std::is_same_v<Number, double> ? "real" : "int";

    std::string valid() const { return range_text(lowest, highest); }
    std::string wanted() const {
        const std::string range = valid();
        return std::string(std::is_same_v<Number, double> ? "a number" : "a whole number") +
               (range.empty() ? "" : " " + range);
    }
    bool set(std::string_view text) {
        Number read_value{};
        if (!read(text, read_value) || read_value < lowest || read_value > highest) {
            return false;
        }
        value = read_value;
        return true;
    }
};

struct BoolField {
    bool value;
    bool standard;
    static constexpr const char* type = "bool";

    static std::string valid() { return "true, false"; }
    static std::string wanted() { return "true or false"; }
    bool set(std::string_view text) { return read(text, value); }
};

struct StringField {
    std::string value;
    std::string standard;
    static constexpr const char* type = "string";

    static std::string valid() { return {}; }
    static std::string wanted() { return "a text"; }
    bool set(std::string_view text) {
        value = text;
        return true;
    }
};

struct ChoiceField {
    std::string value;
    std::string standard;
    std::vector<std::string> choices;
    static constexpr const char* type = "choice";

    std::string valid() const {
        std::string text;
        for (const std::string& choice : choices) {
            text += (text.empty() ? "" : ", ") + choice;
        }
        return text;
    }
    std::string wanted() const { return "one of " + valid(); }
    bool set(std::string_view text) {
        if (std::find(choices.begin(), choices.end(), text) == choices.end()) {
            return false;
        }
        value = text;
        return true;
    }
};

using FieldValue = std::variant<NumberField<std::int64_t>, NumberField<double>, StringField,
                                BoolField, ChoiceField>;

struct Field {
    std::string name;
    std::string description;
    FieldValue value;
};

} // namespace

class Parameters::Implementation {
public:
    template <class Kind>
    const auto& add(std::string_view name, std::string_view description, Kind value) {
        const std::lock_guard lock(mutex);
        for (const Field& field : fields) {
            if (field.name == name) {
                throw Error(ErrorKind::bad_properties,
                            "there are two parameters named " + field.name);
            }
        }
        if (!value.set(text_of(value.standard))) {
            throw Error(ErrorKind::bad_properties, "the default of parameter " + std::string(name) +
                                                       ", " + text_of(value.standard) +
                                                       ", is not " + value.wanted());
        }
        fields.push_back({std::string(name), std::string(description), std::move(value)});
        return std::get<Kind>(fields.back().value).value;
    }

    template <class Fields>
    static auto& find(Fields& fields, std::string_view name) {
        std::vector<std::string> names;
        for (auto& field : fields) {
            if (field.name == name) {
                return field;
            }
            names.push_back(field.name);
        }
        throw Error(ErrorKind::bad_properties, "there is no parameter " + std::string(name) +
                                                   instead(name, names, "parameters"));
    }

    mutable std::mutex mutex;
    std::deque<Field> fields; // a deque, since references to its elements stay valid
};

Parameters::Parameters() : implementation_(std::make_unique<Implementation>()) {
}
Parameters::~Parameters() = default;

const std::int64_t& Parameters::add_int(std::string_view name, std::string_view description,
                                        std::int64_t standard, std::int64_t lowest,
                                        std::int64_t highest) {
    return implementation_->add(name, description,
                                NumberField<std::int64_t>{standard, standard, lowest, highest});
}

const double& Parameters::add_real(std::string_view name, std::string_view description,
                                   double standard, double lowest, double highest) {
    return implementation_->add(name, description,
                                NumberField<double>{standard, standard, lowest, highest});
}

const std::string& Parameters::add_string(std::string_view name, std::string_view description,
                                          std::string_view standard) {
    return implementation_->add(name, description,
                                StringField{std::string(standard), std::string(standard)});
}

const bool& Parameters::add_bool(std::string_view name, std::string_view description,
                                 bool standard) {
    return implementation_->add(name, description, BoolField{standard, standard});
}

const std::string& Parameters::add_choice(std::string_view name, std::string_view description,
                                          std::string_view standard,
                                          std::vector<std::string> choices) {
    return implementation_->add(
        name, description,
        ChoiceField{std::string(standard), std::string(standard), std::move(choices)});
}

std::vector<ParameterField> Parameters::fields() const {
    const std::lock_guard lock(implementation_->mutex);
    std::vector<ParameterField> described;
    for (const Field& field : implementation_->fields) {
        std::visit(
            [&](const auto& value) {
                described.push_back({field.name, field.description, value.type,
                                     text_of(value.value), text_of(value.standard), value.valid()});
            },
            field.value);
    }
    return described;
}

std::string Parameters::get(std::string_view field) const {
    const std::lock_guard lock(implementation_->mutex);
    return std::visit([](const auto& value) { return text_of(value.value); },
                      Implementation::find(implementation_->fields, field).value);
}

void Parameters::set(std::string_view field, std::string_view value) {
    const std::lock_guard lock(implementation_->mutex);
    Field& found = Implementation::find(implementation_->fields, field);
    std::visit(
        [&](auto& known) {
            if (!known.set(value)) {
                throw Error(ErrorKind::bad_properties, "parameter " + found.name + " cannot be `" +
                                                           std::string(value) + "`: it is " +
                                                           known.wanted());
            }
        },
        found.value);
}

} // namespace proxima::framework
