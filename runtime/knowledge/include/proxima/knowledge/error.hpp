// What is thrown when a knowledge base cannot be opened, read or added to: the base is as it was.
#pragma once

#include <proxima/base/error.hpp>

namespace proxima::knowledge {

using base::Error;

} // namespace proxima::knowledge
