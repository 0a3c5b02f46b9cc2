#include "cxx20_types/cxx20_types.proxy.hpp"
#include "cxx23_types/cxx23_types.proxy.hpp"
#include "same_behaviour.hpp"

static_assert(construct::override_all<modern::Port, newest::Matrix>);
