#include "knowledge/call_comparison.hpp"

#include <proxima/framework/builder_service.hpp>

#include <numeric>

namespace proxima::online {
namespace {

// Returns the class of a component instance, for its models; empty if it is no component.
std::string class_of(const framework::BuilderService& builder, const std::string& instance) {
    for (const framework::ComponentId& one : builder.component_ids()) {
        if (one.name == instance) {
            return builder.class_name(one);
        }
    }
    return {};
}

} // namespace

void CallComparison::use_ports(framework::Services& services) {
    services.use_optional<PerformanceKnowledgePort>(knowledge_port);
    services.use<framework::BuilderService>(builder_port);
}

std::vector<ComparedCalls> CallComparison::compare(framework::Services& services,
                                                   const std::string& pattern) {
    const auto knowledge = services.get<PerformanceKnowledgePort>(knowledge_port);
    const auto builder = services.get<framework::BuilderService>(builder_port);
    std::vector<ComparedCalls> compared;
    for (const Invocations& some : take_invocations(pattern)) {
        if (const auto expected = times_.of(*knowledge, class_of(*builder, some.instance), some)) {
            const double taken =
                std::accumulate(some.durations_us.begin(), some.durations_us.end(), 0.0);
            compared.push_back({some.instance + "." + some.method, some.count(), taken, *expected});
        }
    }
    return compared;
}

} // namespace proxima::online
