#include <proxima/framework/framework.hpp>
#include <proxima/online/attention_port.hpp>
#include <proxima/online/components.hpp>
#include <proxima/online/job_monitor.hpp>
#include <proxima/online/monitor.hpp>
#include <proxima/online/optimizer.hpp>
#include <proxima/online/performance_knowledge.hpp>

namespace proxima::online {

void register_components(framework::Framework& framework) {
    framework.register_class("JobMonitor", [] { return std::make_unique<JobMonitor>(); });
    framework.register_class("Optimizer", [] { return std::make_unique<Optimizer>(); });
    framework.register_class("PerformanceAttention",
                             [] { return std::make_unique<PerformanceAttention>(); });
    framework.register_class("PerformanceKnowledge",
                             [] { return std::make_unique<PerformanceKnowledge>(); });
    framework.register_class("PerformanceMonitor",
                             [] { return std::make_unique<PerformanceMonitor>(); });
}

} // namespace proxima::online
