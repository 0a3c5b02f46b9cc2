// The generated text of a port that is measured in place.
#pragma once

#include "output/rendering.hpp"

namespace proxima::gen {

RenderedPort render_in_place(const PortClass& port);

} // namespace proxima::gen
