// Takes a study file apart.
#pragma once

#include "study.hpp"

#include <proxima/json/located_object.hpp>
#include <proxima/model/error.hpp>

#include <set>
#include <string>
#include <utility>
#include <vector>

namespace proxima::study {

using json::LocatedJson;
using LocatedObject = json::LocatedObject<model::Error>;
using Kind = LocatedJson::Kind;

/// Letters, digits, `_`, `-` and `.`: what files may be called.
bool is_plain_name(const std::string& name);

/// The file and the JSON must outlive it. All members throw model::Error.
class StudyReader {
public:
    StudyReader(const std::filesystem::path& file, const LocatedJson& json,
                const std::string& text);

    Study read();

private:
    // What is run.
    void read_name();
    void read_program();
    void read_measurement();
    void check_environment(std::size_t line) const;
    void read_course();
    void read_result(const std::string& name, const LocatedJson& json);
    /// A value as the application is to see it.
    std::string value_of(const LocatedJson& json, const std::string& name) const;
    Settings settings_of(const LocatedJson& json, const std::string& what) const;
    static bool flag(LocatedObject& object, const std::string& key, bool otherwise);
    static double number(LocatedObject& object, const std::string& key, double otherwise,
                         double least, double most, const std::string& range);
    static std::size_t count(LocatedObject& object, const std::string& key, std::size_t otherwise,
                             std::size_t least, std::size_t most);
    [[noreturn]] void fail(std::size_t line, const std::string& problem) const;

    // What is varied: read_variation.cpp.
    void add_name(const std::string& name, std::size_t line);
    void read_parameter(const std::string& name, const LocatedJson& json);
    Parameter parameter_of(const std::string& name, const LocatedJson& json) const;
    void refuse_repeated(const std::vector<std::string>& values, std::size_t line,
                         const std::string& name) const;
    std::vector<std::string> range_of(const LocatedJson& json, const std::string& name) const;
    void read_point(const LocatedJson& json);
    static std::set<std::string> names_in(const Settings& settings);
    static std::string joined(const std::set<std::string>& names);
    void read_choice(const std::string& instance, const LocatedJson& json);
    Implementation implementation_of(const LocatedJson& json);
    /// A parameter that implementations bring must have a value in every run, and only one.
    void check_own_parameters();
    void read_ranks();
    bool is_varied(const std::string& name) const;
    void require_varied(const std::string& name, std::size_t line) const;
    /// All that the study gives a parameter, an instance or `ranks`.
    std::vector<std::string> values_of(const std::string& name) const;
    void require_value(const std::string& name, const std::string& value, std::size_t line) const;
    void read_exclusion(const LocatedJson& json);
    /// Every placeholder is known, and everything that is varied makes a difference.
    void check_placeholders();
    std::set<std::string> known_placeholders() const;
    void check_used(const std::string& name, std::size_t line, const std::set<std::string>& used,
                    const std::string& where) const;

    // What is to come of it: read_answers.cpp.
    void read_fit();
    void check_metric(std::size_t line) const;
    void read_prune();
    const Choice* choice_of(const std::string& instance) const;
    void require_choice(const std::string& instance, std::size_t line) const;
    void require_implementation(const std::string& instance, const std::string& name,
                                std::size_t line) const;
    void read_select();
    void read_choose(LocatedObject& object);
    Question question_of(const std::string& name, LocatedObject& object, std::size_t line) const;
    void read_question(const std::string& name, const LocatedJson& json);
    Requirement requirement_of(const std::string& text, std::size_t line) const;
    bool is_quality(const std::string& name) const;
    std::pair<std::string, std::string> two_of(LocatedObject& object, const std::string& key) const;
    void read_interaction(const LocatedJson& json);
    void read_quality(const std::string& name, const LocatedJson& json);
    void check_result_of(QualityWish& wish, std::size_t line) const;
    void read_checks();
    void read_assembly_check(const LocatedJson& json);
    bool is_chosen(const std::string& name) const;
    void read_model_check(const LocatedJson& json);
    void check_formula(const std::string& formula, std::size_t line) const;

    template <typename Read>
    void each(const std::string& key, Read read) {
        if (const auto* list = object_.optional(key, Kind::array)) {
            for (const auto& element : list->elements) {
                read(element);
            }
        }
    }

    template <typename Read>
    void each_member(const std::string& key, Read read) {
        if (const auto* members = object_.optional(key, Kind::object)) {
            for (const auto& [key, value] : members->members) {
                const std::string& name = key.text;
                read(name, value);
            }
        }
    }

    const std::filesystem::path& file_;
    const LocatedJson& json_;
    LocatedObject object_;
    Study study_;
    std::set<std::string> names_; ///< of parameters and instances
};

} // namespace proxima::study
