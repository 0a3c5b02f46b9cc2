#include "name_clashes/name_clashes.proxy.hpp"
#include "same_behaviour.hpp"

static_assert(construct::override_all<acme::Proxy, Proxy>, "");
