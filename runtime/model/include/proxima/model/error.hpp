// What is thrown when a file of models or of measurements cannot be understood.
#pragma once

#include <proxima/base/error.hpp>

namespace proxima::model {

using base::Error;

} // namespace proxima::model
