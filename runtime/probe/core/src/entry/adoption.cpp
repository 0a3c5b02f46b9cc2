#include "entry/adoption.hpp"

#include "run/run.hpp"

#include <proxima/detail/regions.hpp>

#include <mutex>
#include <new>

namespace proxima::detail {
namespace {

using Origin = ThreadRecorder::Origin;

// Finds or makes this thread's stand-in; null if the run is over.
TreeNode* stand_in_for(ThreadRecorder& recorder, const Node& original, Origin origin) {
    if (!recorder.has_records()) {
        run().place(recorder);
    }
    const NoFloatingPointExceptions no_exceptions;
    const PausedMeasuring pause(recorder, PausedMeasuring::Waits::never);
    const std::lock_guard lock(recorder.mutex());
    return recorder.stand_in_for(static_cast<const TreeNode&>(original), origin);
}

void set_current(ThreadRecorder& recorder, Node* node) noexcept {
    __atomic_store_n(&recorder.buffer().head.current, node, __ATOMIC_RELEASE);
}

Adoption adopt(ThreadRecorder& recorder, const Node& original) {
    if (!is_root(innermost(recorder)) && !innermost(recorder).is_stand_in) {
        return {};
    }
    StandIns::Pair& known = recorder.buffer().stand_ins.of(&original);
    if (known.original != &original) {
        TreeNode* const found = stand_in_for(recorder, original, Origin::adopted);
        if (found == nullptr) {
            return {};
        }
        known = {&original, found};
    }
    const Adoption adoption{recorder.buffer().head.current, known.stand_in};
    set_current(recorder, known.stand_in);
    return adoption;
}

bool is_below(const Node& node, const Node& ancestor) noexcept {
    const Node* above = &node;
    while (above != &ancestor && !is_root(*above)) {
        above = above->parent;
    }
    return above == &ancestor;
}

} // namespace

Adoption adopt_slowly(const Node& original) noexcept {
    if (is_interrupted()) {
        return {};
    }
    const SlowSection section;
    try {
        ThreadRecorder* const recorder = own_recorder();
        return recorder == nullptr ? Adoption{} : adopt(*recorder, original);
    } catch (const std::bad_alloc&) {
        return {};
    }
}

void end_adoption_slowly(Adoption adoption) noexcept {
    ThreadRecorder* const recorder = this_thread.recorder;
    if (is_interrupted() || recorder == nullptr ||
        static_cast<const TreeNode*>(adoption.stand_in)->recorder != recorder ||
        !is_below(innermost(*recorder), *adoption.stand_in)) { // an outer adoption has ended it
        return;
    }
    const SlowSection section;
    while (&innermost(*recorder) != adoption.stand_in) {
        drop_innermost(*recorder);
    }
    set_current(*recorder, adoption.before);
}

Inheritance bequeath() noexcept {
    if (is_interrupted() || __atomic_load_n(&threads_active, __ATOMIC_RELAXED) == 0) {
        return {};
    }
    Inheritance inherited = this_thread.inheritance;
    inherited.thread = Inheritance::no_thread;
    if (this_thread.recorder == nullptr) {
        return inherited;
    }
    inherited.thread = this_thread.recorder->thread();
    TreeNode& creator = innermost(*this_thread.recorder);
    if (is_root(creator) || creator.is_inherited) {
        return inherited;
    }
    if (creator.is_stand_in) { // whose end this thread does not see
        return {nullptr, 0, inherited.thread};
    }
    creator.buffer = nullptr; // counts its end
    return {&creator, creator.ends, inherited.thread};
}

void inherit(const Inheritance& inheritance) noexcept {
    this_thread.inheritance = inheritance;
}

void follow_creator(ThreadRecorder& recorder) {
    Inheritance& inheritance = this_thread.inheritance;
    if (inheritance.creator == nullptr) {
        return;
    }
    const auto& creator = static_cast<const TreeNode&>(*inheritance.creator);
    if (__atomic_load_n(&creator.ends, __ATOMIC_ACQUIRE) != inheritance.ends) {
        inheritance.creator = nullptr;
        if (innermost(recorder).is_inherited) {
            set_current(recorder, &recorder.tree().root());
        }
    } else if (is_root(innermost(recorder))) {
        if (TreeNode* const found = stand_in_for(recorder, creator, Origin::inherited)) {
            set_current(recorder, found);
        }
    }
}

} // namespace proxima::detail
