// A ready-made ParameterPort:
//
//     class Driver : public Component, public GoPort {
//         Parameters parameters_;
//         const double& cfl_ = parameters_.add_real("cfl", "Courant number", 0.4, 0.01, 1.0);
//         void set_services(Services& services) override {
//             services.provide<ParameterPort>("parameters", parameters_);
//         }
//     };
#pragma once

#include <proxima/framework/parameter_port.hpp>

#include <cstdint>
#include <limits>
#include <memory>

namespace proxima::framework {

/// Owns its fields. The references that add_...() return are to the current values and live as long
/// as this. Setting while another thread reads them is a race that the caller must exclude: set
/// parameters between runs. get(), set() and fields() exclude each other.
class PROXIMA_API Parameters final : public ParameterPort {
public:
    Parameters();
    Parameters(const Parameters&) = delete;
    Parameters& operator=(const Parameters&) = delete;
    ~Parameters() override;

    // A default outside of its own limits, or a name that is there already, throws Error.
    const std::int64_t& add_int(std::string_view name, std::string_view description,
                                std::int64_t standard,
                                std::int64_t lowest = std::numeric_limits<std::int64_t>::min(),
                                std::int64_t highest = std::numeric_limits<std::int64_t>::max());
    const double& add_real(std::string_view name, std::string_view description, double standard,
                           double lowest = -std::numeric_limits<double>::infinity(),
                           double highest = std::numeric_limits<double>::infinity());
    const std::string& add_string(std::string_view name, std::string_view description,
                                  std::string_view standard);
    const bool& add_bool(std::string_view name, std::string_view description, bool standard);
    /// One of `choices`.
    const std::string& add_choice(std::string_view name, std::string_view description,
                                  std::string_view standard, std::vector<std::string> choices);

    std::vector<ParameterField> fields() const override;
    std::string get(std::string_view field) const override;
    void set(std::string_view field, std::string_view value) override;

private:
    class Implementation;
    std::unique_ptr<Implementation> implementation_;
};

} // namespace proxima::framework
