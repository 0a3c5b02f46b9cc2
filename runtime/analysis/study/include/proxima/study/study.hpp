// Reads parameter studies; FORMAT.md explains each member of their files.
//
//     const auto study = study::read_study("study.json");
//     std::printf("%zu factors\n", study.factors.size());
//
// Ownership: values.
// Errors: functions throw base::Error.
#pragma once

#include <proxima/base/text.hpp>

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

/// Writes settings as `n=10, ranks=2`.
std::string text_of(const Settings& settings);

/// Writes settings as a file name: `n=10,ranks=2`.
std::string file_name_of(const Settings& settings);

using base::number_of;

/// A factor of a study: a parameter, the number of ranks, or the implementation of an
/// instance.
struct StudyFactor {
    std::string name;
    std::vector<std::string> values;
    bool is_implementation = false;
    std::size_t line = 0;

    /// True for INSTANCE.FIELD and INSTANCE.PORT.FIELD, which set a parameter of a component.
    bool is_of_component() const { return name.find('.') != std::string::npos; }
};

/// Values for some of the factors, instead of their own.
using Case = std::map<std::string, std::vector<std::string>>;

/// Implementations of two instances.
using ImplementationPair = std::pair<Settings::value_type, Settings::value_type>;

/// A number that the application reports.
struct Result {
    std::string name;
    std::string file;        ///< JSON, in the directory of the run; empty: the output
    std::string member;      ///< names from the outermost object inwards: `end/error`
    std::string text;        ///< text in the output in front of the number
    bool is_quality = false; ///< a quality of the implementation of `instance`
    bool more_is_better = false;
    std::string instance;
};

/// A question to answer by selection.
struct Question {
    std::string name;
    std::map<std::string, double> limits; ///< limits of qualities
    bool front = false;
};

struct AssemblyCheck {
    std::string question;
    Settings at;       ///< settings of the checked points
    Settings assembly; ///< settings that the answer must have
};

struct ModelCheck {
    std::string implementation;
    std::string method;   ///< empty for any method
    std::string expected; ///< expected formula
    double within = 0;    ///< share of the expected value
};

struct Checks {
    std::optional<std::vector<std::string>> core; ///< instances
    std::vector<AssemblyCheck> assemblies;
    std::vector<ModelCheck> models;
};

struct Study {
    std::filesystem::path file;
    std::string name;

    std::string assembly;             ///< file of the assembly; empty if there is a command
    std::vector<std::string> command; ///< command to run; empty if there is an assembly
    std::vector<std::string> components;
    std::vector<std::string> options{"--measure", "all"}; ///< options of `proxima run`
    std::string measurement = "on";
    std::string launcher;

    std::vector<StudyFactor> factors;          ///< include the factor `ranks`
    std::vector<Case> cases;                   ///< at least one
    std::vector<ImplementationPair> forbidden; ///< neither run nor chosen together
    std::size_t repetitions = 3;
    std::uint64_t seed = 1;
    std::vector<Result> results;

    std::vector<std::string> inputs; ///< factors that are inputs of all models
    bool split = true;               ///< models by the values of discrete parameters
    double alpha = 0.1;
    double beta = 0.1;
    std::vector<std::string> chosen; ///< factors that are chosen, with the implementation or alone
    std::string cost;                ///< formula of what is to be least; empty: the time
    std::vector<Question> questions; ///< at least one
    Checks checks;

    bool is_assembly() const { return !assembly.empty(); }
    bool has_implementations() const;
    bool is_chosen(const std::string& name) const;
    /// True if only runs tell what to choose: models tell the time of one instance with several
    /// implementations.
    bool chooses_by_runs() const;
    bool forbids(const ImplementationPair& pair) const;
    /// True if the combination has a forbidden pair.
    bool forbids(const Settings& combination) const;
    const StudyFactor* factor(const std::string& name) const;
    /// The absolute form of a path relative to the study file.
    std::filesystem::path beside(const std::filesystem::path& path) const;
};

/// Reads and checks a study file. Throws base::Error.
Study read_study(const std::filesystem::path& file);
Study parse_study(const std::filesystem::path& file, const std::string& text);

/// Replaces each `{name}` in `text` by its value. Throws std::out_of_range, with the name, for an
/// unknown one.
std::string filled_in(const std::string& text, const Settings& values);

/// Placeholders besides the factors.
inline const std::vector<std::string> built_in_placeholders{"ranks", "repetition", "study",
                                                            "proxima"};

} // namespace proxima::study
