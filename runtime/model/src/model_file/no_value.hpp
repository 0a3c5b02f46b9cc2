// Where the formula of a model has no value although the model says that it holds there.
#pragma once

#include <proxima/model/model.hpp>

#include <optional>
#include <string>

namespace proxima::model {

/// `n = 50`: a place in the domain of `model` where `formula` is not finite, such as where it
/// divides by zero; unset if none was found. Looks along each input that has a domain, the others
/// at the ends and in the middle of theirs, and goes after poles between the places that it looks
/// at.
std::optional<std::string> place_without_value(const Model& model, const Expression& formula);

} // namespace proxima::model
