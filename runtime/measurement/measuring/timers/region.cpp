#include "region.hpp"

namespace proxima::measuring {

const char* port_name(RegionKind kind) noexcept {
    return kind == RegionKind::phase ? "proxima::measurement::Phase"
                                     : "proxima::measurement::Timer";
}

Region::Region(std::uint32_t number, RegionKind kind, const measurement::TimerLabel& label)
    : kind_(kind), number_(number), name_(label.name), type_(label.type),
      full_name_(label.full_name()), group_name_(label.group_name), group_id_(label.group_id),
      record_(name_.c_str(), type_.c_str(), ""), port_(port_name(kind), methods_, 1),
      instance_(port_, group_name_) {
}

} // namespace proxima::measuring
