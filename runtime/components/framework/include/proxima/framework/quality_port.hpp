// The port by which an application tells the quality of what it computes, such as an error.
//
//     class Residual : public framework::QualityPort {
//         double error_ = 0.05;
//         std::map<std::string, double> quality() const override { return {{"error", error_}}; }
//     };
//     Residual residual;
//     framework::QualityPort& port = residual;
//     std::cout << port.quality().at("error") << '\n';
//
// Thread safety: called at safe points, on the thread that reaches them.
// Errors: as the component says.
#pragma once

#include <proxima/framework/port.hpp>

#include <map>
#include <string>

namespace proxima::framework {

/// Tells qualities of the last step. The Optimizer compares them with its parameter `require`.
class PROXIMA_API QualityPort : public virtual Port {
public:
    virtual std::map<std::string, double> quality() const = 0;
};

} // namespace proxima::framework
