// An instance, the classes that can stand for it, and the race among them.
#pragma once

#include "optimizer/alternatives.hpp"
#include "optimizer/decisions.hpp"

#include <proxima/online/race.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace proxima::online {

/// Not thread-safe. Functions throw framework::Error unless they say otherwise.
class Family {
public:
    /// With all classes that can be found.
    Family(const Workshop& workshop, const std::string& instance, const RaceRules& rules);

    const std::string& instance() const noexcept { return alternatives_.instance(); }
    const std::string& active_instance() const noexcept;
    const std::string& class_of(std::size_t alternative) const;

    Race& race() noexcept { return race_; }

    /// Lets the one run that the race wants. False: it cannot, which is said once, and the race has
    /// to be told on all ranks. Throws nothing of that.
    bool follow(std::vector<rundir::Swap>& swaps, const rundir::Swap& here);

    /// Lets the best so far run, whatever the race wants.
    bool keep_best(std::vector<rundir::Swap>& swaps, const rundir::Swap& here);

    /// Makes a swap that was recorded.
    void repeat(const rundir::Swap& swap);

    rundir::Decided decided() const;

private:
    bool swap_to(std::size_t next, std::vector<rundir::Swap>& swaps, rundir::Swap here);

    Alternatives alternatives_;
    std::vector<std::pair<std::string, std::string>> objections_; // by class
    Race race_;
    std::string failure_; // said last
};

} // namespace proxima::online
