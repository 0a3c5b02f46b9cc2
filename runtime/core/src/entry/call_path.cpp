// Where a thread is, and what it communicates.
#include "buffer/thread_state.hpp"

#include <proxima/detail/call_path.hpp>
#include <proxima/detail/communication.hpp>

#include <algorithm>

namespace proxima::detail {

bool is_within_runtime() noexcept {
    return is_runtime_interrupted();
}

const Node* innermost_node() noexcept {
    if (this_thread.recorder == nullptr || this_thread.busy) {
        return nullptr;
    }
    const ThreadBuffer& buffer = this_thread.recorder->buffer();
    const Node* const node = buffer.head.current;
    return node == &buffer.busy || node == node->parent ? nullptr : node;
}

std::vector<PathStep> path_steps(const Node* top, const Node* node) {
    std::vector<PathStep> steps;
    for (; node != top && node != node->parent; node = node->parent) {
        const SiteInfo& where = *static_cast<const TreeNode*>(node)->where;
        steps.push_back(
            {where.method->port, *where.instance, where.method->name, where.method->signature});
    }
    std::reverse(steps.begin(), steps.end());
    return steps;
}

void add_communication_slowly(std::uint64_t ticks) noexcept {
    if (this_thread.recorder == nullptr || this_thread.left || is_runtime_interrupted()) {
        return;
    }
    Node* const innermost = this_thread.recorder->buffer().head.current;
    innermost->communication += ticks;
    innermost->buffer = nullptr;
    ++innermost->mpi_calls;
}

void add_overhead(std::uint64_t ticks) noexcept {
    if (this_thread.recorder != nullptr && !this_thread.left && !is_runtime_interrupted()) {
        this_thread.recorder->buffer().head.overhead += ticks;
    }
}

unsigned char communication_active = 1;

namespace {

unsigned switched_off = 0;

} // namespace

unsigned communication_epoch() noexcept {
    return __atomic_load_n(&switched_off, __ATOMIC_RELAXED);
}

void switch_communication(bool on) noexcept {
    if (!on) {
        __atomic_add_fetch(&switched_off, 1, __ATOMIC_RELAXED);
    }
    __atomic_store_n(&communication_active, on ? 1 : 0, __ATOMIC_RELAXED);
}

} // namespace proxima::detail
