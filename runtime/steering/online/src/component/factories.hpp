// Factories of the component classes, for registration.
#pragma once

#include <proxima/framework/component.hpp>

#include <memory>

namespace proxima::online {

std::unique_ptr<framework::Component> make_optimizer();
std::unique_ptr<framework::Component> make_attention();
std::unique_ptr<framework::Component> make_knowledge();

} // namespace proxima::online
