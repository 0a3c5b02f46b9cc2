#include "names.hpp"

#include <proxima/framework/error.hpp>
#include <proxima/framework/parameters.hpp>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <deque>
#include <functional>
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

template <class Value>
struct TypedField {
    const char* type;
    Value value;
    Value standard;
    std::string valid;                                  // describes valid values; empty if all are
    std::string wanted;                                 // the same, for messages
    std::function<bool(std::string_view, Value&)> read; // false leaves the value unchanged
};

template <class Number>
TypedField<Number> number_field(const char* type, const char* kind, Number standard, Number lowest,
                                Number highest) {
    const std::string range = range_text(lowest, highest);
    return {type,
            standard,
            standard,
            range,
            range.empty() ? kind : kind + (" " + range),
            [lowest, highest](std::string_view text, Number& value) {
                Number number{};
                const bool is_valid = read(text, number) && number >= lowest && number <= highest;
                value = is_valid ? number : value;
                return is_valid;
            }};
}

using FieldValue = std::variant<TypedField<std::int64_t>, TypedField<double>,
                                TypedField<std::string>, TypedField<bool>>;

struct Field {
    std::string name;
    std::string description;
    FieldValue value;
};

} // namespace

class Parameters::Implementation {
public:
    template <class Value>
    const Value& add(std::string_view name, std::string_view description, TypedField<Value> field) {
        const std::lock_guard lock(mutex);
        for (const Field& known : fields) {
            if (known.name == name) {
                throw Error(ErrorKind::bad_properties,
                            "there are two parameters named " + known.name);
            }
        }
        if (!field.read(text_of(field.standard), field.value)) {
            throw Error(ErrorKind::bad_properties, "the default of parameter " + std::string(name) +
                                                       ", " + text_of(field.standard) +
                                                       ", is not " + field.wanted);
        }
        fields.push_back({std::string(name), std::string(description), std::move(field)});
        return std::get<TypedField<Value>>(fields.back().value).value;
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
                                number_field("int", "a whole number", standard, lowest, highest));
}

const double& Parameters::add_real(std::string_view name, std::string_view description,
                                   double standard, double lowest, double highest) {
    return implementation_->add(name, description,
                                number_field("real", "a number", standard, lowest, highest));
}

const std::string& Parameters::add_string(std::string_view name, std::string_view description,
                                          std::string_view standard) {
    const std::string text(standard);
    const auto take = [](std::string_view given, std::string& value) {
        value = given;
        return true;
    };
    return implementation_->add<std::string>(name, description,
                                             {"string", text, text, "", "a text", take});
}

const bool& Parameters::add_bool(std::string_view name, std::string_view description,
                                 bool standard) {
    const auto take = [](std::string_view text, bool& value) { return read(text, value); };
    return implementation_->add<bool>(
        name, description, {"bool", standard, standard, "true, false", "true or false", take});
}

const std::string& Parameters::add_choice(std::string_view name, std::string_view description,
                                          std::string_view standard,
                                          std::vector<std::string> choices) {
    std::string valid;
    for (const std::string& choice : choices) {
        valid += (valid.empty() ? "" : ", ") + choice;
    }
    const auto take = [choices = std::move(choices)](std::string_view text, std::string& value) {
        const auto found = std::find(choices.begin(), choices.end(), text);
        value = found == choices.end() ? value : *found;
        return found != choices.end();
    };
    const std::string text(standard);
    return implementation_->add<std::string>(
        name, description, {"choice", text, text, valid, "one of " + valid, take});
}

std::vector<ParameterField> Parameters::fields() const {
    const std::lock_guard lock(implementation_->mutex);
    std::vector<ParameterField> described;
    for (const Field& field : implementation_->fields) {
        std::visit(
            [&](const auto& value) {
                described.push_back({field.name, field.description, value.type,
                                     text_of(value.value), text_of(value.standard), value.valid});
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
            if (!known.read(value, known.value)) {
                throw Error(ErrorKind::bad_properties, "parameter " + found.name + " cannot be `" +
                                                           std::string(value) + "`: it is " +
                                                           known.wanted);
            }
        },
        found.value);
}

} // namespace proxima::framework
