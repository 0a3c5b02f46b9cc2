// Control.
#pragma once

#include <proxima/measurement/control.hpp>

namespace proxima::measuring {

class GroupControl final : public measurement::Control {
public:
    void enable_group_id(long group) noexcept override;
    void disable_group_id(long group) noexcept override;
    void enable_group_name(std::string_view group) noexcept override;
    void disable_group_name(std::string_view group) noexcept override;
    void enable_all_groups() noexcept override;
    void disable_all_groups() noexcept override;
};

} // namespace proxima::measuring
