#include "no_rtti_no_exceptions/no_rtti_no_exceptions.proxy.hpp"
#include "same_behaviour.hpp"

static_assert(construct::override_all<embedded::Port>, "");
