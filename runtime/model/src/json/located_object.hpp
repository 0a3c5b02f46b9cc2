// JSON of models and selections.
#pragma once

#include <proxima/base/json.hpp>

namespace proxima::model {

using base::LocatedJson;
using base::LocatedObject;
using base::parse_located_json;

} // namespace proxima::model
