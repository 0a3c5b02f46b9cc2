// What is measured by hand, beside entering and leaving regions.
#include "buffer/thread_state.hpp"
#include "run/run.hpp"

#include <proxima/detail/regions.hpp>

#include <mutex>
#include <new>
#include <utility>

namespace proxima::detail {

namespace {

// With the mutex of the recorder held. Null if it is not measured. Throws std::bad_alloc.
TreeNode* child_of(ThreadRecorder& recorder, Node& parent, Site site) {
    return recorder.is_closed() ? nullptr : recorder.child(static_cast<TreeNode&>(parent), site);
}

} // namespace

Node* replace_region(Node* open, Site site) noexcept {
    ThreadRecorder* const recorder = this_thread.recorder;
    if (recorder == nullptr || this_thread.left || recorder->buffer().head.current != open) {
        return open;
    }
    const SlowSection section;
    try {
        const std::lock_guard lock(recorder->mutex());
        TreeNode* const node = child_of(*recorder, *open->parent, site);
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
        if (this_thread.recorder == nullptr) {
            this_thread.recorder = run().attach();
        }
        ThreadRecorder* const recorder = this_thread.recorder;
        if (recorder == nullptr) {
            return;
        }
        const std::lock_guard lock(recorder->mutex());
        if (TreeNode* const node = child_of(*recorder, *recorder->buffer().head.current, site)) {
            const std::uint64_t now = recorder->clock().now() - recorder->buffer().head.overhead;
            recorder->append(*node, now, now, 0, &word, nullptr);
        }
    } catch (const std::bad_alloc&) { // this one is not measured
    }
}

} // namespace proxima::detail
