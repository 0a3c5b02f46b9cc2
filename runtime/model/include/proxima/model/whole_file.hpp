// Files that are read, or replaced, as a whole.
#pragma once

#include <proxima/base/file.hpp>

namespace proxima::model {

using base::read_whole_file;
using base::replace_file;

} // namespace proxima::model
