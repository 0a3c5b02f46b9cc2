/// \file
/// The component classes of this library.
#pragma once

namespace proxima::framework {
class Framework;
}

namespace proxima::online {

/// Makes them known by name: JobMonitor, Optimizer, PerformanceAttention, PerformanceKnowledge,
/// PerformanceMonitor. A class of the component path with such a name is not reached.
void register_components(framework::Framework& framework);

} // namespace proxima::online
