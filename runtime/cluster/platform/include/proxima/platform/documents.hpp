// Reads and writes models of applications and descriptions of platforms; FORMAT.md describes them.
// An application has the parts of its time as expressions; a platform has the quantities in them.
//
//     const auto application = platform::read_application("opal.json");
//     for (const auto& component : application.components) {
//         std::cout << component.name << '\n';
//     }
//
// Units: seconds, and those of the documents.
// Ownership: values.
// Thread safety: one thread at a time uses an application, also through const.
// Errors: functions throw base::Error with a line of the file.
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
    std::string name; ///< name in expressions
    double value = 0;
    std::string unit;
    std::optional<base::Range> interval; ///< 90 % interval of the true value
    std::string note;                    ///< origin of the value
    base::Place place;
};

struct Platform {
    std::string name; ///< short name, such as `t3e`
    std::string title;
    std::string source; ///< citation, or the command that measured it
    std::vector<Quantity> quantities;
    std::filesystem::path file;

    const Quantity* find(std::string_view quantity) const;
};

/// Parameter that the user sets, or coefficient that is fitted.
struct ModelParameter : Quantity {
    bool is_free = false;              ///< fitted to measured runs
    std::optional<base::Range> domain; ///< predictions outside are refused
};

/// Quantity that a platform or the log of a run must give.
struct Need {
    std::string name;
    std::string unit;
    std::optional<double> otherwise; ///< value where the platform does not have it
    base::Place place;
};

struct Formula {
    std::string name;
    fit::Expression value{"0", {}};
    std::string unit;
    std::string kind; ///< class of a component: `computation`, `network` ...
    base::Place place;
};

/// Result of fitting: parameters that were fitted together.
struct Fit {
    double degrees_of_freedom = 0;
    double scatter = 0; ///< standard deviation of a run relative to its prediction
    std::vector<std::string> parameters;
    std::vector<std::vector<double>> covariance;
    std::string runs; ///< description of the runs, for people
};

/// Model of an application. Expressions may use parameters, needs and the formulas before them.
struct Application {
    std::string name;
    std::string source;
    std::vector<ModelParameter> parameters;
    std::vector<Need> platform;
    std::vector<Need> usage; ///< amounts from logs of nodes, for attribution
    std::vector<Formula> derived;
    std::vector<Formula> components; ///< seconds
    Formula total;                   ///< seconds; without one: the sum of the components
    std::string rest; ///< name of the component with the remaining time; may be empty
    std::vector<Formula> results;
    std::optional<Fit> fit;
    std::filesystem::path file;

    const ModelParameter* find(std::string_view parameter) const;
};

Application parse_application(const std::filesystem::path& file, std::string_view text);
Application read_application(const std::filesystem::path& file);
Platform parse_platform(const std::filesystem::path& file, std::string_view text);
Platform read_platform(const std::filesystem::path& file);

/// Returns the platform's document.
std::string platform_text(const Platform& platform);
/// Returns the application's document with the fitted values; everything else stays as written.
std::string fitted_text(const Application& application);

} // namespace proxima::platform
