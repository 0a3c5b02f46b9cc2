// Events, the position of a thread in its call tree, and its communication.
#include "buffer/thread_state.hpp"
#include "run/run.hpp"
#include "system/processor_use.hpp"

#include <proxima/detail/regions.hpp>

#include <algorithm>
#include <array>
#include <cstring>
#include <memory>
#include <mutex>
#include <new>
#include <string_view>

namespace proxima::detail {

void record_value(CallSite site, double value) noexcept {
    if (this_thread.left || is_runtime_interrupted()) {
        return;
    }
    const NoFloatingPointExceptions no_exceptions; // squares may overflow
    const SlowSection section;
    try {
        ThreadRecorder* const recorder = own_recorder();
        if (recorder == nullptr) {
            return;
        }
        if (!recorder->has_records()) {
            run().place(*recorder);
        }
        const std::lock_guard lock(recorder->mutex());
        auto& innermost = static_cast<TreeNode&>(*recorder->buffer().head.current);
        if (TreeNode* const node = recorder->child(innermost, site)) {
            if (node->values == nullptr) {
                node->values = std::make_unique<format::Distribution>();
            }
            node->values->add(value);
            std::uint64_t word = 0;
            std::memcpy(&word, &value, sizeof word);
            const std::uint64_t now = recorder->clock().now() - recorder->buffer().head.overhead;
            recorder->append(*node, now, now, 0, &word, nullptr);
        }
    } catch (const std::bad_alloc&) { // this event is not measured
    }
}

bool is_within_runtime() noexcept {
    return is_runtime_interrupted();
}

namespace {

// Null: the thread is inside the runtime, or has neither an open invocation nor a stand-in.
const TreeNode* current_node() noexcept {
    if (this_thread.recorder == nullptr || this_thread.busy) {
        return nullptr;
    }
    const ThreadBuffer& buffer = this_thread.recorder->buffer();
    const Node* const node = buffer.head.current;
    return node == &buffer.busy || is_root(*node) ? nullptr : static_cast<const TreeNode*>(node);
}

} // namespace

const Node* innermost_node() noexcept {
    const TreeNode* const node = current_node();
    return node == nullptr || node->is_stand_in ? nullptr : node;
}

const Node* innermost_origin_slowly() noexcept {
    const TreeNode* const node = current_node();
    return node != nullptr && node->is_stand_in ? node->original : node;
}

std::uint32_t innermost_id() noexcept {
    const TreeNode* const node = current_node();
    return node == nullptr ? 0 : node->id;
}

std::string innermost_method_of(std::string_view port) {
    for (const Node* node = current_node(); node != nullptr && node != node->parent;
         node = node->parent) {
        const RegisteredMethod& method = *static_cast<const TreeNode*>(node)->where->method;
        if (method.port == port) {
            return method.name;
        }
    }
    return {};
}

Text open_calls_of(std::uint64_t system_id) noexcept {
    if (is_runtime_interrupted()) {
        return {};
    }
    const SlowSection section;
    std::array<char, 2 * Text::capacity> text{};
    std::size_t size = 0;
    const auto add = [&](std::string_view more) {
        more = more.substr(0, text.size() - size);
        std::memcpy(text.data() + size, more.data(), more.size());
        size += more.size();
    };
    run().try_for_each_recorder([&](ThreadRecorder& recorder) {
        const ThreadBuffer& buffer = recorder.buffer();
        const Node* node = __atomic_load_n(&buffer.head.current, __ATOMIC_ACQUIRE);
        if (recorder.system_id() != system_id || node == &buffer.busy) {
            return;
        }
        for (; !is_root(*node) && size <= Text::capacity; node = node->parent) {
            const CallSiteInfo& where = *static_cast<const TreeNode*>(node)->where;
            add(size == 0 ? "" : " < ");
            add(*where.instance);
            add(".");
            add(where.method->name);
        }
    });
    return Text(TextView(text.data(), size));
}

// The bytes of this library, as the linker knows them.
// NOLINTBEGIN(bugprone-reserved-identifier, readability-identifier-naming)
extern "C" {
[[gnu::visibility("hidden")]] extern const char __ehdr_start;
[[gnu::visibility("hidden")]] extern const char _end;
}
// NOLINTEND(bugprone-reserved-identifier, readability-identifier-naming)

bool is_runtime_code(const void* address) noexcept {
    return address >= &__ehdr_start && address < &_end;
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

OwnWork::OwnWork() noexcept : begin_(clock_ticks()) {
    const NoFloatingPointExceptions no_exceptions;
    if (ThreadRecorder* const recorder = this_thread.recorder) {
        overhead_ = recorder->buffer().head.overhead;
        waiting_ = recorder->waiting();
    }
    processor_ns_ = processor_ns_of_thread();
}

OwnWork::~OwnWork() {
    const NoFloatingPointExceptions no_exceptions;
    ThreadRecorder* const recorder = this_thread.recorder;
    if (recorder != nullptr && !this_thread.left && !is_runtime_interrupted()) {
        const double used_ns = processor_ns_of_thread() - processor_ns_;
        const double used = used_ns * 1e-9 * recorder->clock().ticks_per_second();
        const std::uint64_t ticks = clock_ticks() - begin_;
        std::uint64_t& overhead = recorder->buffer().head.overhead;
        store_shared(overhead, std::max(overhead, overhead_ + ticks));
        const std::uint64_t waited = ticks - std::min(ticks, static_cast<std::uint64_t>(used));
        recorder->count_waiting(waited - std::min(waited, recorder->waiting() - waiting_));
    }
}

unsigned char communication_active = 1;

void switch_communication(bool on) noexcept {
    __atomic_store_n(&communication_active, on ? 1 : 0, __ATOMIC_RELAXED);
}

} // namespace proxima::detail
