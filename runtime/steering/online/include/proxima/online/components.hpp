// The component classes of this library.
#pragma once

namespace proxima::framework {
class Framework;
}

namespace proxima::online {

/// Registers JobMonitor, Optimizer, PerformanceAttention, PerformanceKnowledge and
/// PerformanceMonitor. They hide classes of the component path with the same names.
void register_components(framework::Framework& framework);

} // namespace proxima::online
