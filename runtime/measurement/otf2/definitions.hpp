// The global definitions of an archive, each with the strings it needs.
#pragma once

#include "archive.hpp"

#include <cstdint>
#include <otf2/otf2.h>
#include <string>

namespace proxima::otf2 {

constexpr std::uint64_t ticks_per_second = 1'000'000'000;

// CLOCK_MONOTONIC in nanoseconds: what events are stamped with.
std::uint64_t now() noexcept;

class Definitions {
public:
    explicit Definitions(OTF2_GlobalDefWriter* writer) : writer_(writer) { string(""); }

    void clock(std::uint64_t begin, std::uint64_t end);
    void process(); // and the machine it runs on
    void location(OTF2_LocationRef number, std::uint64_t events);
    void region(OTF2_RegionRef number, const RegionName& region);
    void metric(OTF2_MetricRef number, const std::string& name);
    void parameter(OTF2_ParameterRef number, const std::string& name);

private:
    OTF2_StringRef string(const std::string& text);

    OTF2_GlobalDefWriter* writer_;
    OTF2_StringRef strings_ = 0;
};

} // namespace proxima::otf2
