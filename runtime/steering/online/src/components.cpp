#include "component/factories.hpp"

#include <proxima/framework/framework.hpp>
#include <proxima/online/components.hpp>
#include <proxima/online/monitor.hpp>

namespace proxima::online {

void register_components(framework::Framework& framework) {
    framework.register_class("Optimizer", make_optimizer);
    framework.register_class("PerformanceAttention", make_attention);
    framework.register_class("PerformanceKnowledge", make_knowledge);
    framework.register_class("PerformanceMonitor",
                             [] { return std::make_unique<PerformanceMonitor>(); });
}

} // namespace proxima::online
