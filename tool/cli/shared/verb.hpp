// The two sides of a verb: the options that it declares, and the output that it writes.
#pragma once

#include "text/output.hpp"

namespace CLI {
class App;
}
