#include "buffer/thread_state.hpp"
#include "entry/safe_point_action.hpp"
#include "registry/registry.hpp"

#include <proxima/safe_point.hpp>

#include <atomic>
#include <mutex>

namespace proxima {

namespace detail {
namespace {

struct SafePoint {
    std::mutex mutex;
    std::atomic<bool> is_set{false};
    SafePointAction action = nullptr;
    void* context = nullptr;
};

SafePoint safe_point;
thread_local bool is_in_action = false;

} // namespace

void pass_safe_point(CallSite site) noexcept {
    if (!safe_point.is_set.load(std::memory_order_acquire) || is_in_action) {
        return;
    }
    const CallSiteInfo* const where = registry().site(site);
    if (where == nullptr || !where->is_safe_point()) {
        return;
    }
    std::unique_lock lock(safe_point.mutex);
    const SafePointAction action = safe_point.action;
    void* const context = safe_point.context;
    lock.unlock();
    is_in_action = true;
    action(context);
    is_in_action = false;
}

} // namespace detail

bool set_safe_point(TextView method, SafePointAction action, void* context) noexcept {
    return detail::guarded([&] {
        const std::lock_guard lock(detail::safe_point.mutex);
        detail::safe_point.action = action;
        detail::safe_point.context = context;
        detail::registry().set_safe_point({method.data(), method.size()});
        detail::safe_point.is_set.store(method.size() != 0, std::memory_order_release);
    });
}

} // namespace proxima
