#include "functions.hpp"
#include "providing.hpp"

namespace integration {
namespace {

struct PiFunction : Providing<Function, Pi> {
    PiFunction() : Providing("function", {}) {}
};

} // namespace
} // namespace integration

PROXIMA_COMPONENT(PiFunction, integration::PiFunction)
