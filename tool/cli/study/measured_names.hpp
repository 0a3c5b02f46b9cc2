// Whether runs have measured what a study names, which only runs can show.
#pragma once

#include "study/plan/recipe.hpp"

#include <proxima/rundir/records.hpp>

#include <cstddef>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace proxima::cli {

/// A name of the study that no run shows.
struct MissingName {
    std::size_t line = 0; ///< of the study file; 0: not known
    std::string problem;
};

class MeasuredNames {
public:
    /// `study` must outlive this.
    explicit MeasuredNames(const study::Study& study) : study_(study) {}

    /// What `run` has measured; `classes` are those of its assembly. Throws where it cannot be
    /// read.
    void add(const study::Settings& classes, const std::filesystem::path& run);

    /// Instances, methods and inputs that the study names and no run that was added has.
    std::vector<MissingName> missing() const;

private:
    void look_for_instances(std::vector<MissingName>& missing) const;
    void look_for_methods(std::vector<MissingName>& missing) const;
    void look_for_model(const study::ModelCheck& check, std::vector<MissingName>& missing) const;
    void look_for_inputs(const study::ModelCheck& check, std::vector<MissingName>& missing) const;
    std::set<std::string> instances_with(const std::string& implementation) const;
    std::set<std::string> implementations() const;

    const study::Study& study_;
    std::vector<rundir::Method> methods_;
    std::map<std::string, std::set<std::string>> methods_of_; ///< by instance
    std::set<std::pair<std::string, std::string>>
        classes_; ///< instances and what they were in a run
};

} // namespace proxima::cli
