// The proxy of GoPort, which the framework itself calls: what proxima-gen would make of it.
#pragma once

#include <proxima/framework/proxy_library.hpp>

namespace proxima::framework {

const ProxyFactory& go_proxy_factory();

} // namespace proxima::framework
