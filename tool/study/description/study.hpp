// A parameter study as a study file describes it; FORMAT.md says what each member means.
// Ownership: values.
#pragma once

#include <proxima/model/selection.hpp>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace proxima::study {

/// Names and their values, in the order of the file.
using Settings = std::vector<std::pair<std::string, std::string>>;

/// The value of `name`; null if there is none.
const std::string* find(const Settings& settings, const std::string& name);

/// `text` as a number, if all of it is one.
std::optional<double> number_of(const std::string& text);

struct Parameter {
    std::string name;
    std::vector<std::string> values;
    std::size_t line = 0;

    /// INSTANCE.FIELD or INSTANCE.PORT.FIELD: sets a parameter of a component.
    bool is_of_component() const { return name.find('.') != std::string::npos; }
};

/// Several parameters that are set together.
struct Point {
    Settings settings;
    std::size_t line = 0;
};

/// Combinations that have one of these values for each of the names.
struct Exclusion {
    std::map<std::string, std::vector<std::string>> values;
    std::size_t line = 0;
};

struct Implementation {
    std::string name; ///< in assemblies its class
    std::map<std::string, double> quality;
    std::vector<Parameter> parameters; ///< instead of those of the study
};

/// An instance that is one of several implementations.
struct Choice {
    std::string instance;
    std::vector<Implementation> implementations;
    std::size_t line = 0;
};

/// A number that the application says itself.
struct Result {
    std::string name;
    std::string file;                ///< JSON, in the directory of the run; empty: the output
    std::vector<std::string> member; ///< names from the outermost object inwards
    std::string text;                ///< in the output; the number stands behind it
};

struct FitWishes {
    std::vector<std::string> methods;
    std::string metric;
    std::vector<std::string> parameters; ///< of the study, that are inputs of all models
    double level_percent = 90;
    bool split = true;
};

/// What is wanted of a quality of the implementations.
struct QualityWish {
    model::QualityRule rule;
    std::string result;   ///< the quality is this result of the runs; empty: it is given
    std::string instance; ///< whose implementations the result is about
};

/// `accuracy>=0.5`.
struct Requirement {
    std::string quality;
    bool is_least = true;
    double value = 0;
};

/// What is to be selected for.
struct Question {
    std::string name; ///< empty: the only one
    std::vector<Requirement> requirements;
    double quantile = 0;
    bool front = false;
};

struct SelectWishes {
    std::vector<Question> questions;
    std::vector<std::string> choose; ///< parameters that are chosen with the implementation
    double seconds = 60;
    std::size_t alternatives = 3;
    std::vector<model::Interaction> interactions;
    std::vector<QualityWish> qualities;
};

struct AssemblyCheck {
    std::string question;
    Settings at;       ///< which point
    Settings assembly; ///< instances and their implementations
    std::size_t line = 0;
};

struct ModelCheck {
    std::string implementation;
    std::string instance; ///< empty: any
    std::string method;   ///< empty: any
    std::string expected; ///< expression
    double within = 0;    ///< share of the expected value
    std::size_t line = 0;
};

struct Checks {
    std::optional<std::vector<std::string>> core; ///< instances
    std::vector<AssemblyCheck> assemblies;
    std::vector<ModelCheck> models;

    bool empty() const { return !core && assemblies.empty() && models.empty(); }
};

struct Study {
    std::filesystem::path file;
    std::string text; ///< of the file
    std::string name;

    std::string assembly;             ///< or:
    std::vector<std::string> command; ///< one of the two is empty
    std::vector<std::string> components;
    std::vector<std::string> measure{"all"};
    std::vector<std::string> rules;
    std::string measurement = "on";
    Settings environment;
    std::vector<std::string> launcher{"mpirun", "-n", "{ranks}"};
    double time_limit_s = 600;

    std::vector<Parameter> parameters;
    std::vector<Point> points;
    std::vector<Exclusion> exclusions;
    std::vector<Choice> choices;
    bool combine_all = true; ///< else as few assemblies as show every implementation once
    std::vector<int> ranks;  ///< empty: not under a launcher
    std::size_t repetitions = 3;
    std::uint64_t seed = 1;
    std::size_t warm_up = 1;
    std::size_t stop_after_failures = 5;
    std::vector<Result> results;

    FitWishes fit;
    double alpha = 0.1;
    double beta = 0.1;
    SelectWishes select;
    std::string knowledge_base;
    Checks checks;

    bool is_assembly() const { return !assembly.empty(); }
    /// What the file calls relative to itself, as an absolute path.
    std::filesystem::path beside(const std::filesystem::path& path) const;
};

/// Reads and checks a study file. Throws model::Error.
Study read_study(const std::filesystem::path& file);
Study parse_study(const std::filesystem::path& file, const std::string& text);

} // namespace proxima::study
