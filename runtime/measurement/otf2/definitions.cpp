#include "definitions.hpp"

#include <ctime>
#include <sys/utsname.h>

namespace proxima::otf2 {

namespace {

constexpr OTF2_StringRef empty = 0;
constexpr OTF2_SystemTreeNodeRef machine = 0;
constexpr OTF2_LocationGroupRef process_group = 0;

} // namespace

OTF2_StringRef Definitions::string(const std::string& text) {
    OTF2_GlobalDefWriter_WriteString(writer_, strings_, text.c_str());
    return strings_++;
}

void Definitions::clock(std::uint64_t begin, std::uint64_t end) {
    timespec time{};
    clock_gettime(CLOCK_REALTIME, &time);
    const std::uint64_t real = static_cast<std::uint64_t>(time.tv_sec) * ticks_per_second +
                               static_cast<std::uint64_t>(time.tv_nsec);
    OTF2_GlobalDefWriter_WriteClockProperties(writer_, ticks_per_second, begin, end - begin + 1,
                                              real - (end - begin));
}

void Definitions::process() {
    utsname system{};
    uname(&system);
    const OTF2_StringRef name = string(system.nodename);
    OTF2_GlobalDefWriter_WriteSystemTreeNode(writer_, machine, name, string("node"),
                                             OTF2_UNDEFINED_SYSTEM_TREE_NODE);
    OTF2_GlobalDefWriter_WriteLocationGroup(writer_, process_group, string("process"),
                                            OTF2_LOCATION_GROUP_TYPE_PROCESS, machine,
                                            OTF2_UNDEFINED_LOCATION_GROUP);
}

void Definitions::location(OTF2_LocationRef number, std::uint64_t events) {
    OTF2_GlobalDefWriter_WriteLocation(writer_, number, string("thread " + std::to_string(number)),
                                       OTF2_LOCATION_TYPE_CPU_THREAD, events, process_group);
}

void Definitions::region(OTF2_RegionRef number, const RegionName& region) {
    const OTF2_StringRef name = string(region.name);
    const OTF2_StringRef group = string(region.group);
    const OTF2_RegionRole role =
        region.is_phase ? OTF2_REGION_ROLE_CODE : OTF2_REGION_ROLE_FUNCTION;
    const OTF2_RegionFlag flag = region.is_phase ? OTF2_REGION_FLAG_PHASE : OTF2_REGION_FLAG_NONE;
    OTF2_GlobalDefWriter_WriteRegion(writer_, number, name, name, group, role, OTF2_PARADIGM_USER,
                                     flag, empty, 0, 0);
}

void Definitions::metric(OTF2_MetricRef number, const std::string& name) {
    OTF2_GlobalDefWriter_WriteMetricMember(writer_, number, string(name), empty,
                                           OTF2_METRIC_TYPE_USER, OTF2_METRIC_ABSOLUTE_POINT,
                                           OTF2_TYPE_DOUBLE, OTF2_BASE_DECIMAL, 0, empty);
    OTF2_GlobalDefWriter_WriteMetricClass(writer_, number, 1, &number, OTF2_METRIC_ASYNCHRONOUS,
                                          OTF2_RECORDER_KIND_CPU);
}

void Definitions::parameter(OTF2_ParameterRef number, const std::string& name) {
    OTF2_GlobalDefWriter_WriteParameter(writer_, number, string(name), OTF2_PARAMETER_TYPE_INT64);
}

} // namespace proxima::otf2
