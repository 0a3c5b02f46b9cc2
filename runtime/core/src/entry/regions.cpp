// What is measured by hand beside entering and leaving regions, where a thread is, and what it
// communicates.
#include "buffer/thread_state.hpp"
#include "run/run.hpp"

#include <proxima/detail/communication.hpp>
#include <proxima/detail/regions.hpp>

#include <mutex>
#include <new>
#include <utility>

namespace proxima::detail {

Node* replace_region(Node* open, Site site) noexcept {
    ThreadRecorder* const recorder = this_thread.recorder;
    if (recorder == nullptr || this_thread.left || recorder->buffer().head.current != open) {
        return open;
    }
    const SlowSection section;
    try {
        const std::lock_guard lock(recorder->mutex());
        TreeNode* const node = recorder->child(static_cast<TreeNode&>(*open->parent), site);
        if (node == nullptr) {
            return open;
        }
        Tree::expect(*open->parent, *node);
        node->frame = open->frame;
        node->start = open->start;
        node->communication = std::exchange(open->communication, 0);
        node->mpi_calls = std::exchange(open->mpi_calls, 0);
        node->buffer = nullptr;
        if (node->counters != nullptr) {
            node->counters->begin = static_cast<TreeNode*>(open)->counters->begin;
        }
        store_shared(recorder->buffer().head.current, static_cast<Node*>(node));
        return node;
    } catch (const std::bad_alloc&) {
        return open;
    }
}

void record_instant(Site site, std::uint64_t word) noexcept {
    if (this_thread.left || is_runtime_interrupted()) {
        return;
    }
    const SlowSection section;
    try {
        ThreadRecorder* const recorder = own_recorder();
        if (recorder == nullptr) {
            return;
        }
        const std::lock_guard lock(recorder->mutex());
        auto& innermost = static_cast<TreeNode&>(*recorder->buffer().head.current);
        if (TreeNode* const node = recorder->child(innermost, site)) {
            const std::uint64_t now = recorder->clock().now() - recorder->buffer().head.overhead;
            recorder->append(*node, now, now, 0, &word, nullptr);
        }
    } catch (const std::bad_alloc&) { // this one is not measured
    }
}

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

void switch_communication(bool on) noexcept {
    __atomic_store_n(&communication_active, on ? 1 : 0, __ATOMIC_RELAXED);
}

} // namespace proxima::detail
