// Registers the component classes of this library with a framework.
//
//     #include <proxima/framework/framework.hpp>
//     framework::Framework framework;
//     online::register_components(framework);
//     framework.builder().create_instance("monitor", "PerformanceMonitor");
//
// Thread safety: one thread at a time uses a framework's classes.
// Errors: throws framework::Error if a class of that name is registered.
#pragma once

namespace proxima::framework {
class Framework;
}

namespace proxima::online {

/// Registers Optimizer, PerformanceAttention, PerformanceKnowledge and PerformanceMonitor. They
/// hide classes with the same names in the component path.
void register_components(framework::Framework& framework);

} // namespace proxima::online
