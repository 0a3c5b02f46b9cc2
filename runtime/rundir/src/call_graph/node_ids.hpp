// Finding a node of a call graph file by its id.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

namespace proxima::rundir {

/// Ids in the order in which they are added. Those that are 0, 1, 2 ..., as the runtime writes
/// them, need no table.
class NodeIds {
public:
    /// False if `id` has been added before.
    bool add(std::uint64_t id) {
        if (find(id)) {
            return false;
        }
        if (id != ids_.size()) {
            others_.emplace(id, ids_.size());
        }
        ids_.push_back(id);
        return true;
    }

    std::optional<std::size_t> find(std::uint64_t id) const {
        if (id < ids_.size() && ids_[id] == id) {
            return static_cast<std::size_t>(id);
        }
        const auto found = others_.find(id);
        return found == others_.end() ? std::nullopt : std::optional(found->second);
    }

    std::uint64_t id(std::size_t index) const { return ids_[index]; }

private:
    std::vector<std::uint64_t> ids_;
    std::unordered_map<std::uint64_t, std::size_t> others_;
};

} // namespace proxima::rundir
