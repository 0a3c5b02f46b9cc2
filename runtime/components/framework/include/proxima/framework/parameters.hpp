// A ready-made ParameterPort, whose fields a component reads through references.
//
//     #include <proxima/framework/services.hpp>
//     class Solver : public framework::Component {
//         framework::Parameters parameters_;
//         const double& cfl_ = parameters_.add_real("cfl", "Courant number", 0.4, 0.01, 1.0);
//         void set_services(framework::Services& services) override {
//             services.provide<framework::ParameterPort>("parameters", parameters_);
//         }
//     };
//
// Ownership: Parameters owns the values; references to them live as long as it does.
// Thread safety: get(), set() and fields() exclude each other. Set no value while another thread
// reads its reference: set parameters between runs.
// Errors: a default outside of its own limits, or a name that is taken, throws framework::Error.
#pragma once

#include <proxima/framework/parameter_port.hpp>

#include <cstdint>
#include <limits>
#include <memory>

namespace proxima::framework {

/// Each add_...() function adds a field and returns a reference to its current value.
class PROXIMA_API Parameters final : public ParameterPort {
public:
    Parameters();
    Parameters(const Parameters&) = delete;
    Parameters& operator=(const Parameters&) = delete;
    ~Parameters() override;

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
    /// Adds a field whose value is one of `choices`.
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
