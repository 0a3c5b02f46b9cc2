// Models of applications and descriptions of platforms, as documents; FORMAT.md describes them. An
// application has the parts of its time as expressions; a platform has the quantities in them.
//
// Units: seconds, and what the documents say. Ownership: values. Thread-safety: as
// fit::Expression.
#pragma once

#include <proxima/base/error.hpp>
#include <proxima/fit/expression.hpp>
#include <proxima/fit/model.hpp>

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace proxima::platform {

struct Quantity {
    std::string name; ///< in expressions
    double value = 0;
    std::string unit;
    std::optional<base::Range> interval; ///< where the true value lies with 90 %
    std::string note;                    ///< where it comes from
    base::Place place;
};

struct Platform {
    std::string name; ///< short: `t3e`
    std::string title;
    std::string source; ///< a citation, or the command that measured it
    std::vector<Quantity> quantities;
    std::filesystem::path file;

    const Quantity* find(std::string_view quantity) const;
};

/// Set by the user, or a coefficient that is fitted.
struct ModelParameter : Quantity {
    bool is_free = false;              ///< fitted to measured runs
    std::optional<base::Range> domain; ///< outside there is no prediction
};

/// To be given by a platform, or by the log of a run.
struct Need {
    std::string name;
    std::string unit;
    base::Place place;
};

struct Formula {
    std::string name;
    fit::Expression value{"0", {}};
    std::string unit;
    std::string kind; ///< of a component: `computation`, `network` ...
    base::Place place;
};

/// Parameters that were fitted together.
struct Fit {
    double degrees_of_freedom = 0;
    double scatter = 0; ///< of one run about the prediction: standard deviation over prediction
    std::vector<std::string> parameters;
    std::vector<std::vector<double>> covariance;
    std::string runs; ///< which, for people
};

/// Expressions know the names of parameters, needs, and the formulas before them.
struct Application {
    std::string name;
    std::string source;
    std::vector<ModelParameter> parameters;
    std::vector<Need> platform;
    std::vector<Need> usage; ///< what node logs give, for attribution
    std::vector<Formula> derived;
    std::vector<Formula> components; ///< seconds
    Formula total;                   ///< seconds; without one: the sum of the components
    std::string rest;                ///< the component that has the remaining time; may be empty
    std::vector<Formula> results;
    std::optional<Fit> fit;
    std::filesystem::path file;

    const ModelParameter* find(std::string_view parameter) const;
};

/// All throw base::Error with a line of `file`.
Application parse_application(const std::filesystem::path& file, std::string_view text);
Application read_application(const std::filesystem::path& file);
Platform parse_platform(const std::filesystem::path& file, std::string_view text);
Platform read_platform(const std::filesystem::path& file);

std::string platform_text(const Platform& platform); ///< the document
/// The application's document with the fitted values; everything else stays as it was written.
std::string fitted_text(const Application& application);

} // namespace proxima::platform
