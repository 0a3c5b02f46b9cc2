#include "configuration/configuration.hpp"

#include <proxima/format/glob.hpp>

#include <algorithm>
#include <array>
#include <charconv>

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

// Number of open brackets after a character. `->` closes none.
int brackets_after(int open, char character) noexcept {
    if (character == '<' || character == '(') {
        return open + 1;
    }
    return open > 0 && (character == '>' || character == ')') ? open - 1 : open;
}

// Splits at separators outside of brackets: types contain commas.
std::vector<std::string_view> split(std::string_view text, char separator) {
    std::vector<std::string_view> parts;
    int brackets = 0;
    std::size_t begin = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        brackets = brackets_after(brackets, text[i]);
        if (text[i] == separator && brackets == 0) {
            parts.push_back(trimmed(text.substr(begin, i - begin)));
            begin = i + 1;
        }
    }
    parts.push_back(trimmed(text.substr(begin)));
    return parts;
}

bool brackets_close(std::string_view text) noexcept {
    int brackets = 0;
    for (const char character : text) {
        brackets = brackets_after(brackets, character);
    }
    return brackets == 0;
}

std::optional<std::uint64_t> number_in(std::string_view digits) noexcept {
    std::uint64_t number = 0;
    const char* const end = digits.data() + digits.size();
    const auto parsed = std::from_chars(digits.data(), end, number);
    constexpr std::uint64_t most = 1'000'000'000'000'000;
    const bool valid = parsed.ec == std::errc() && parsed.ptr == end && number <= most;
    return valid ? std::optional(number) : std::nullopt;
}

bool set_number(std::string_view digits, std::uint32_t least, std::uint32_t& result) noexcept {
    constexpr std::uint32_t most = 1'000'000;
    const auto number = number_in(digits);
    if (!number || *number < least || *number > most) {
        return false;
    }
    result = static_cast<std::uint32_t>(*number);
    return true;
}

template <class Value>
struct Choice {
    std::string_view name;
    Value value;
};

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

constexpr std::array<Choice<SamplingKind>, 4> kinds{{{"all", SamplingKind::all},
                                                     {"every", SamplingKind::every},
                                                     {"first", SamplingKind::first},
                                                     {"aggregate", SamplingKind::aggregate}}};

bool has_number(SamplingKind kind) noexcept {
    return kind == SamplingKind::every || kind == SamplingKind::first;
}

// The valid values if a value is invalid; else empty.
using Valid = std::optional<std::string_view>;

constexpr std::string_view on_or_off = "on, off";
constexpr std::string_view all_or_measured = "all, measured";
constexpr std::string_view calls_or_counts = "calls, counts";

// The first of the two valid values sets the flag.
template <auto flag, const std::string_view& valid = on_or_off>
Valid set_flag(Configuration& configuration, std::string_view text) {
    const std::string_view first = valid.substr(0, valid.find(','));
    configuration.*flag = text == first;
    return text == first || text == valid.substr(first.size() + 2) ? Valid() : valid;
}

template <std::uint32_t Configuration::* member, std::uint32_t least>
Valid set_count(Configuration& configuration, std::string_view text) {
    return set_number(text, least, configuration.*member) ? Valid() : "a number, at most 1000000";
}

Valid set_records(Configuration& configuration, std::string_view text) {
    configuration.records = text != "off";
    const auto sampling = parse_sampling(configuration.records ? text : "aggregate");
    configuration.sampling = sampling.value_or(Sampling());
    return sampling ? Valid() : "all, every:N, first:N (N from 1 to 1000000), aggregate, off";
}

Valid add_sampling_rules(Configuration& configuration, std::string_view text) {
    for (const std::string_view rule : split(text, ';')) {
        const auto equals = std::min(rule.rfind('='), rule.size());
        const std::string_view pattern = trimmed(rule.substr(0, equals));
        const auto sampling =
            parse_sampling(trimmed(rule.substr(std::min(equals + 1, rule.size()))));
        if (pattern.empty() || !sampling) {
            return "PATTERN=RECORDS;... with patterns of port::method, and of all, every:N, "
                   "first:N, aggregate";
        }
        configuration.sampling_rules.push_back({std::string(pattern), *sampling});
    }
    return {};
}

Valid set_clock(Configuration& configuration, std::string_view text) {
    constexpr std::array<Choice<ClockChoice>, 3> choices{{{"auto", ClockChoice::automatic},
                                                          {"tsc", ClockChoice::counter},
                                                          {"monotonic", ClockChoice::monotonic}}};
    return choose(text, choices, configuration.clock) ? Valid() : "auto, tsc, monotonic";
}

Valid set_limit(Configuration& configuration, std::string_view text) {
    constexpr std::array<Choice<std::uint64_t>, 4> units{
        {{"K", 1'000}, {"M", 1'000'000}, {"G", 1'000'000'000}, {"T", 1'000'000'000'000}}};
    std::uint32_t number = 0;
    std::uint64_t unit = 0;
    const std::size_t digits = text.empty() ? 0 : text.size() - 1;
    if (!choose(text.substr(digits), units, unit) ||
        !set_number(text.substr(0, digits), 1, number)) {
        return "a number that ends in K, M, G or T (powers of 1000)";
    }
    configuration.limit = number * unit;
    return {};
}

Valid set_overhead(Configuration& configuration, std::string_view text) {
    double percent = 0;
    const char* const end = text.data() + text.size();
    const auto parsed = std::from_chars(text.data(), end, percent);
    const bool is_share = parsed.ec == std::errc() && parsed.ptr + 1 == end && text.back() == '%' &&
                          percent >= 0.1 && percent <= 100;
    configuration.has_overhead = true;
    configuration.overhead = is_share ? percent / 100 : 0;
    return is_share || text == "off" ? Valid() : "off, or a share from 0.1% to 100%, such as 2%";
}

Valid set_sample(Configuration& configuration, std::string_view text) {
    constexpr std::array<Choice<std::uint64_t>, 2> units{{{"us", 1'000}, {"ms", 1'000'000}}};
    constexpr std::uint64_t least = 50'000;
    constexpr std::uint64_t most = 1'000'000'000;
    constexpr std::string_view wall = "wall";
    configuration.samples_waiting = text.substr(0, wall.size()) == wall;
    if (text == wall) {
        text = "10ms";
    } else if (configuration.samples_waiting && text[wall.size()] == ':') {
        text.remove_prefix(wall.size() + 1);
    }
    std::uint32_t number = 0;
    std::uint64_t unit = 0;
    const std::size_t digits = text.size() < 2 ? 0 : text.size() - 2;
    const bool is_time = choose(text.substr(digits), units, unit) &&
                         set_number(text.substr(0, digits), 1, number) && number * unit >= least &&
                         number * unit <= most;
    configuration.sample_ns = number * unit;
    return is_time ? Valid() : "a processor time from 50us to 1000ms, such as 1ms, or wall:10ms";
}

bool is_for_routines(std::string_view pattern) noexcept {
    return pattern.substr(0, 4) == "MPI_" && pattern.find("::") == std::string_view::npos;
}

template <bool include>
Valid add_rules(Configuration& configuration, std::string_view text) {
    for (const std::string_view pattern : split(text, ';')) {
        if (pattern.empty()) {
            return "patterns of port::method, or of MPI routines, separated by ';'";
        }
        (is_for_routines(pattern) ? configuration.routine_rules : configuration.rules)
            .push_back({std::string(pattern), include});
    }
    return {};
}

Valid add_counters(Configuration& configuration, std::string_view text) {
    for (const std::string_view counter : split(text, ';')) {
        if (counter.empty()) {
            return "THREAD_CPU_TIME, READY_TIME, PROCESS_CPU_TIME, PAGE_FAULTS or names of PAPI, "
                   "separated by ';'";
        }
        configuration.counters.emplace_back(counter);
    }
    return {};
}

struct Key {
    std::string_view name;
    std::string_view help;
    Valid (*set)(Configuration& configuration, std::string_view text);
};

constexpr std::array<Key, 20> keys{
    {{"records", "all|every:N|first:N|aggregate|off  which invocations are recorded (all)",
      set_records},
     {"methods", "GLOB=RECORDS[;...]  the same for some methods, by port::method",
      add_sampling_rules},
     {"output", "DIRECTORY  the run directory (proxima-run; if taken, proxima-run-2 ...)",
      [](Configuration& to, std::string_view text) -> Valid {
          to.output = text;
          return text.empty() ? "the name of a directory" : Valid();
      }},
     {"start", "on|off  whether to measure from the start (on)", set_flag<&Configuration::start>},
     {"include", "GLOB[;...]  methods to measure, by port::method, and MPI routines, by MPI_*",
      add_rules<true>},
     {"exclude", "GLOB[;...]  methods and MPI routines not to measure", add_rules<false>},
     {"clock", "auto|tsc|monotonic  the clock (auto: the processor's counter where it is reliable)",
      set_clock},
     {"depth", "N  levels of calls that are measured (256)", set_count<&Configuration::depth, 1>},
     {"limit", "SIZE  of the record files, such as 500M (half of the disk space that is free)",
      set_limit},
     {"rank-rows", "N  MPI ranks with rows of their own (64)",
      set_count<&Configuration::rank_rows, 0>},
     {"ranks", "all|measured  whether all MPI ranks measure, so that none is asked (measured)",
      set_flag<&Configuration::all_ranks, all_or_measured>},
     {"mpi", "calls|counts  whether MPI calls are invocations, beside being counted (counts)",
      set_flag<&Configuration::mpi_calls, calls_or_counts>},
     {"wait", "SECONDS  in MPI_Finalize for ranks that may have died (3600)",
      set_count<&Configuration::wait, 1>},
     {"copy-every", "SECONDS  between copies of buffers that are in /dev/shm (10)",
      set_count<&Configuration::copy_every, 1>},
     {"quiet", "on|off  whether to leave out the line that names the run directory (off)",
      set_flag<&Configuration::quiet>},
     {"locks", "on|off  whether waiting for locks is measured; wants libproxima_threads (off)",
      set_flag<&Configuration::locks>},
     {"threads", "on|off  whether libproxima_threads tells where work came from (on)",
      set_flag<&Configuration::threads>},
     {"counters", "NAME[;...]  THREAD_CPU_TIME, READY_TIME, PAGE_FAULTS, PAPI_TOT_INS ...",
      add_counters},
     {"overhead", "SHARE  of the processor time that measuring may add, such as 2% (off)",
      set_overhead},
     {"sample", "TIME  such as 1ms or 97us: stack samples inside the calls (none)", set_sample}}};

std::string valid_keys() {
    std::string names = "on, off, help";
    for (const Key& key : keys) {
        names.append(", ").append(key.name).append("=");
    }
    return names;
}

// Applies one item of the list. Returns the problem; empty on success.
std::string apply(Configuration& configuration, std::string_view item) {
    if (item == "on" || item == "off" || item == "help") {
        configuration.measure = item == "on";
        configuration.help = item == "help";
        return {};
    }
    const auto equals = item.find('=');
    const std::string_view name = trimmed(item.substr(0, equals));
    const auto* const key = std::find_if(keys.begin(), keys.end(),
                                         [&](const Key& known) { return known.name == name; });
    if (key == keys.end() || equals == std::string_view::npos) {
        return "unknown key \"" + std::string(item) + "\", use " + valid_keys();
    }
    const std::string_view text = trimmed(item.substr(equals + 1));
    const Valid valid = key->set(configuration, text);
    return !valid ? std::string()
                  : "\"" + std::string(text) + "\" is not a value of " + std::string(name) +
                        ", use " + std::string(*valid);
}

template <class Value>
Value last_of(const std::vector<MethodRule<Value>>& rules, Value otherwise, std::string_view method,
              std::string_view method_with_types) noexcept {
    for (const MethodRule<Value>& rule : rules) {
        const bool typed = rule.pattern.find('(') != std::string::npos;
        if (format::matches(rule.pattern, typed ? method_with_types : method)) {
            otherwise = rule.value;
        }
    }
    return otherwise;
}

// A first include excludes what no rule matches.
bool is_selected_without_rule(const std::vector<SelectionRule>& rules) noexcept {
    return rules.empty() || !rules.front().value;
}

template <class Test>
bool any_sampling(const Configuration& configuration, Test test) noexcept {
    const auto& rules = configuration.sampling_rules;
    return test(configuration.sampling.kind) ||
           std::any_of(rules.begin(), rules.end(),
                       [&](const SamplingRule& rule) { return test(rule.value.kind); });
}

} // namespace

std::vector<std::string> configuration_help() {
    std::vector<std::string> lines{
        "PROXIMA is `on`, or a list such as records=every:10,output=run1; its keys are:"};
    for (const Key& key : keys) {
        lines.push_back("  " + std::string(key.name) + "=" + std::string(key.help));
    }
    return lines;
}

std::optional<Sampling> parse_sampling(std::string_view text) {
    const auto colon = text.find(':');
    Sampling sampling;
    if (!choose(text.substr(0, colon), kinds, sampling.kind) ||
        has_number(sampling.kind) != (colon != std::string_view::npos) ||
        (has_number(sampling.kind) && !set_number(text.substr(colon + 1), 1, sampling.number))) {
        return std::nullopt;
    }
    return sampling;
}

std::string text_of(const Sampling& sampling) {
    const std::string name(kinds.at(static_cast<std::size_t>(sampling.kind)).name);
    return has_number(sampling.kind) ? name + ":" + std::to_string(sampling.number) : name;
}

std::string text_of(const SelectionRule& rule) {
    return (rule.value ? "include=" : "exclude=") + rule.pattern;
}

bool Configuration::selects(std::string_view method,
                            std::string_view method_with_types) const noexcept {
    return last_of(rules, is_selected_without_rule(rules), method, method_with_types);
}

bool Configuration::selects_routine(std::string_view routine) const noexcept {
    return last_of(routine_rules, is_selected_without_rule(routine_rules), routine, routine);
}

Sampling Configuration::sampling_of(std::string_view method,
                                    std::string_view method_with_types) const noexcept {
    return last_of(sampling_rules, sampling, method, method_with_types);
}

bool Configuration::records_some() const noexcept {
    return any_sampling(*this, [](SamplingKind kind) { return kind != SamplingKind::aggregate; });
}

bool Configuration::leaves_out() const noexcept {
    return overhead > 0 ||
           any_sampling(*this, [](SamplingKind kind) { return kind != SamplingKind::all; });
}

std::variant<Configuration, ConfigurationError> parse_configuration(std::string_view text) {
    Configuration configuration;
    configuration.text = text;
    if (trimmed(text).empty()) {
        configuration.measure = false;
        return configuration;
    }
    if (!brackets_close(text)) {
        return ConfigurationError{"brackets do not match in \"" + configuration.text +
                                  "\", use ? for each character of an operator"};
    }
    for (const std::string_view item : split(text, ',')) {
        if (std::string problem = apply(configuration, item); !problem.empty()) {
            return ConfigurationError{std::move(problem)};
        }
    }
    if (!configuration.records && configuration.sample_ns != 0) {
        return ConfigurationError{"sample= wants call paths, but with records=off there are no "
                                  "record files, use records=aggregate"};
    }
    if (!configuration.records && configuration.records_some()) {
        return ConfigurationError{"methods= wants records, but with records=off there are no "
                                  "record files, use records=aggregate"};
    }
    return configuration;
}

} // namespace proxima::detail
