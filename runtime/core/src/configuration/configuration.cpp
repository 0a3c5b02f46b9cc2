#include "configuration/configuration.hpp"

#include "text/glob.hpp"

#include <proxima/configuration.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>

namespace proxima::detail {

namespace {

std::string_view trimmed(std::string_view text) noexcept {
    constexpr std::string_view blanks = " \t\r\n";
    const auto begin = text.find_first_not_of(blanks);
    if (begin == std::string_view::npos) {
        return {};
    }
    return text.substr(begin, text.find_last_not_of(blanks) - begin + 1);
}

bool is_in_name(char character) noexcept {
    return character == '_' || (character >= '0' && character <= '9') ||
           (character >= 'a' && character <= 'z') || (character >= 'A' && character <= 'Z');
}

// The length of an operator's name that has symbols like < or ->, which are no brackets; 0 if there
// is none at `begin`.
std::size_t operator_length(std::string_view text, std::size_t begin) noexcept {
    constexpr std::string_view keyword = "operator";
    constexpr std::array<std::string_view, 11> symbols{"<<=", ">>=", "<=>", "->*", "<<", ">>",
                                                       "<=",  ">=",  "->",  "<",   ">"};
    if (text.substr(begin, keyword.size()) != keyword ||
        (begin > 0 && is_in_name(text[begin - 1]))) {
        return 0;
    }
    const std::string_view rest = text.substr(begin + keyword.size());
    for (const std::string_view symbol : symbols) {
        if (rest.substr(0, symbol.size()) == symbol) {
            return keyword.size() + symbol.size();
        }
    }
    return 0;
}

// Cuts at separators that are not within brackets: template arguments and parameter types contain
// commas.
std::vector<std::string_view> split(std::string_view text, char separator) {
    std::vector<std::string_view> parts;
    int brackets = 0;
    std::size_t begin = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (const std::size_t length = operator_length(text, i); length != 0) {
            i += length - 1;
        } else if (text[i] == '<' || text[i] == '(') {
            ++brackets;
        } else if (text[i] == '>' || text[i] == ')') {
            --brackets;
        } else if (text[i] == separator && brackets <= 0) {
            parts.push_back(trimmed(text.substr(begin, i - begin)));
            begin = i + 1;
        }
    }
    parts.push_back(trimmed(text.substr(begin)));
    return parts;
}

template <class Value>
struct Choice {
    std::string_view name;
    Value value;
};

// Returns nothing if the value was taken, else what would have been valid.
using Valid = std::optional<std::string_view>;

template <class Value, std::size_t count>
bool choose(std::string_view text, const std::array<Choice<Value>, count>& choices, Value& result) {
    for (const auto& choice : choices) {
        if (choice.name == text) {
            result = choice.value;
            return true;
        }
    }
    return false;
}

Valid set_flag(std::string_view text, bool& result) {
    constexpr std::array<Choice<bool>, 2> choices{{{"on", true}, {"off", false}}};
    return choose(text, choices, result) ? Valid() : "on, off";
}

Valid set_records(Configuration& configuration, std::string_view text) {
    const auto sampling = parse_sampling(text);
    if (!sampling) {
        return valid_samplings;
    }
    configuration.records = sampling->kind != SamplingKind::off;
    configuration.sampling.standard =
        configuration.records ? *sampling : Sampling{SamplingKind::aggregate, 0};
    return {};
}

// The pattern of an operator may contain '=', what is recorded does not.
Valid add_sampling_rules(Configuration& configuration, std::string_view text) {
    constexpr std::string_view valid =
        "PATTERN=RECORDS;... with patterns of port::method, and of all, every:N, first:N, "
        "aggregate, off";
    for (const std::string_view rule : split(text, ';')) {
        const auto equals = rule.rfind('=');
        if (equals == std::string_view::npos) {
            return valid;
        }
        const std::string_view pattern = trimmed(rule.substr(0, equals));
        const auto sampling = parse_sampling(trimmed(rule.substr(equals + 1)));
        if (pattern.empty() || !sampling) {
            return valid;
        }
        configuration.sampling.rules.push_back({std::string(pattern), *sampling});
    }
    return {};
}

Valid set_start(Configuration& configuration, std::string_view text) {
    return set_flag(text, configuration.start);
}

Valid set_quiet(Configuration& configuration, std::string_view text) {
    return set_flag(text, configuration.quiet);
}

Valid set_clock(Configuration& configuration, std::string_view text) {
    constexpr std::array<Choice<ClockChoice>, 3> choices{{{"auto", ClockChoice::automatic},
                                                          {"tsc", ClockChoice::counter},
                                                          {"monotonic", ClockChoice::monotonic}}};
    return choose(text, choices, configuration.clock) ? Valid() : "auto, tsc, monotonic";
}

Valid set_output(Configuration& configuration, std::string_view text) {
    configuration.output = text;
    return text.empty() ? "the name of a directory" : Valid();
}

bool parse_number(std::string_view text, std::uint32_t least, std::uint32_t& result) {
    constexpr std::uint32_t most = 1'000'000;
    std::uint32_t number = 0;
    const char* const end = text.data() + text.size();
    const auto parsed = std::from_chars(text.data(), end, number);
    if (parsed.ec != std::errc() || parsed.ptr != end || number < least || number > most) {
        return false;
    }
    result = number;
    return true;
}

Valid set_depth(Configuration& configuration, std::string_view text) {
    return parse_number(text, 1, configuration.depth) ? Valid() : "a number from 1 to 1000000";
}

Valid set_rank_rows(Configuration& configuration, std::string_view text) {
    return parse_number(text, 0, configuration.rank_rows) ? Valid() : "a number from 0 to 1000000";
}

Valid set_limit(Configuration& configuration, std::string_view text) {
    constexpr std::string_view valid =
        "bytes, as a number that may end in K, M, G or T (powers of 1000)";
    constexpr std::array<Choice<std::uint64_t>, 5> units{
        {{"", 1}, {"K", 1'000}, {"M", 1'000'000}, {"G", 1'000'000'000}, {"T", 1'000'000'000'000}}};
    constexpr std::uint64_t most = 1'000'000;
    std::uint64_t number = 0;
    std::uint64_t unit = 0;
    const char* const end = text.data() + text.size();
    const auto result = std::from_chars(text.data(), end, number);
    const std::string_view rest(result.ptr, static_cast<std::size_t>(end - result.ptr));
    const bool understood = result.ec == std::errc() && choose(rest, units, unit);
    if (!understood || number == 0 || (unit > 1 && number > most)) {
        return valid;
    }
    configuration.limit = number * unit;
    return {};
}

Valid add_rules(Configuration& configuration, std::string_view text, bool include) {
    for (const std::string_view pattern : split(text, ';')) {
        if (pattern.empty()) {
            return "patterns of port::method, separated by ';'";
        }
        configuration.rules.push_back({include, std::string(pattern)});
    }
    return {};
}

Valid add_includes(Configuration& configuration, std::string_view text) {
    return add_rules(configuration, text, true);
}

Valid add_excludes(Configuration& configuration, std::string_view text) {
    return add_rules(configuration, text, false);
}

Valid add_counters(Configuration& configuration, std::string_view text) {
    for (const std::string_view counter : split(text, ';')) {
        if (counter.empty()) {
            return "THREAD_CPU_TIME, PROCESS_CPU_TIME, PAGE_FAULTS or names of PAPI, separated by "
                   "';'";
        }
        configuration.counters.emplace_back(counter);
    }
    return {};
}

struct Key {
    std::string_view name;
    Valid (*set)(Configuration& configuration, std::string_view text);
};

constexpr std::array<Key, 12> keys{{{"records", set_records},
                                    {"methods", add_sampling_rules},
                                    {"output", set_output},
                                    {"start", set_start},
                                    {"include", add_includes},
                                    {"exclude", add_excludes},
                                    {"clock", set_clock},
                                    {"depth", set_depth},
                                    {"limit", set_limit},
                                    {"rank-rows", set_rank_rows},
                                    {"quiet", set_quiet},
                                    {"counters", add_counters}}};

std::string valid_keys() {
    std::string names = "on, off";
    for (const Key& key : keys) {
        names.append(", ").append(key.name).append("=");
    }
    return names;
}

// What can only be told when the whole text has been read.
std::optional<ConfigurationError> complete(Configuration& configuration) {
    for (const SamplingRule& rule : configuration.sampling.rules) {
        if (!configuration.records && rule.sampling.kind != SamplingKind::off &&
            rule.sampling.kind != SamplingKind::aggregate) {
            return ConfigurationError{"methods= wants " + text_of(rule.sampling) + " of \"" +
                                      rule.pattern +
                                      "\", but with records=off there are no record files, use "
                                      "records=aggregate"};
        }
    }
    SamplingRules& sampling = configuration.sampling;
    sampling.binned = !configuration.records || sampling.leave_out() || configuration.limit != 0;
    return {};
}

std::optional<ConfigurationError> apply(Configuration& configuration, std::string_view item) {
    if (item == "on" || item == "off") {
        configuration.measure = item == "on";
        return {};
    }
    const auto equals = item.find('=');
    const std::string_view name = trimmed(item.substr(0, equals));
    for (const Key& key : keys) {
        if (key.name != name || equals == std::string_view::npos) {
            continue;
        }
        const std::string_view text = trimmed(item.substr(equals + 1));
        if (const Valid valid = key.set(configuration, text)) {
            return ConfigurationError{"\"" + std::string(text) + "\" is no value of " +
                                      std::string(name) + ", use " + std::string(*valid)};
        }
        return {};
    }
    return ConfigurationError{"unknown key \"" + std::string(item) + "\", use " + valid_keys()};
}

} // namespace

bool Configuration::selects(std::string_view method,
                            std::string_view method_with_types) const noexcept {
    bool selected = rules.empty() || !rules.front().include;
    for (const SelectionRule& rule : rules) {
        if (matches_method(rule.pattern, method, method_with_types)) {
            selected = rule.include;
        }
    }
    return selected && sampling.of(method, method_with_types).kind != SamplingKind::off;
}

std::variant<Configuration, ConfigurationError> parse_configuration(std::string_view text) {
    Configuration configuration;
    configuration.text = text;
    if (trimmed(text).empty()) {
        configuration.measure = false;
        return configuration;
    }
    for (const std::string_view item : split(text, ',')) {
        if (const auto error = apply(configuration, item)) {
            return *error;
        }
    }
    if (const auto error = complete(configuration)) {
        return *error;
    }
    return configuration;
}

} // namespace proxima::detail

namespace proxima {

namespace {

bool keeps_records(const detail::Sampling& sampling) noexcept {
    return sampling.kind != detail::SamplingKind::aggregate &&
           sampling.kind != detail::SamplingKind::off;
}

} // namespace

ConfigurationOutline outline_of(TextView configuration) {
    ConfigurationOutline outline;
    const auto parsed = detail::parse_configuration({configuration.data(), configuration.size()});
    if (const auto* const error = std::get_if<detail::ConfigurationError>(&parsed)) {
        outline.problem = error->message;
        return outline;
    }
    const auto& known = std::get<detail::Configuration>(parsed);
    const auto& sampling = known.sampling;
    outline.measures = known.measure;
    outline.records = known.measure &&
                      (keeps_records(sampling.standard) ||
                       std::any_of(sampling.rules.begin(), sampling.rules.end(),
                                   [](const auto& rule) { return keeps_records(rule.sampling); }));
    return outline;
}

} // namespace proxima
