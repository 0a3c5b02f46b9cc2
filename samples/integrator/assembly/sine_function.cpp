#include "functions.hpp"
#include "providing.hpp"

namespace integration {
namespace {

struct SineFunction : Providing<Function, Sine> {
    SineFunction() : Providing("function", {}) {}
};

} // namespace
} // namespace integration

PROXIMA_COMPONENT(SineFunction, integration::SineFunction)
