/// Every kind of result that passes through: nothing, values, references of each kind, things that
/// only move, things that do neither.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace results {

/// Counts its copies and moves over all objects.
class Counted {
public:
    explicit Counted(int value) : value_(value) {}
    Counted(const Counted& other) : value_(other.value_) { ++copies(); }
    Counted(Counted&& other) noexcept : value_(other.value_) { ++moves(); }
    Counted& operator=(const Counted&) = delete;
    ~Counted() = default;
    int value() const { return value_; }

    static int& copies() {
        static int count = 0;
        return count;
    }
    static int& moves() {
        static int count = 0;
        return count;
    }

private:
    int value_;
};

/// Neither copied nor moved: only guaranteed elision brings it to the caller.
struct Pinned {
    explicit Pinned(int number) : number(number), self(this) {}
    Pinned(const Pinned&) = delete;
    Pinned& operator=(const Pinned&) = delete;
    int number;
    const Pinned* self;
};

class Store {
public:
    virtual ~Store() = default;
    virtual void nothing() = 0;
    virtual Counted value() = 0;
    virtual const Counted constant_value() = 0;
    virtual Counted& reference() = 0;
    virtual const Counted& constant_reference() const = 0;
    virtual Counted&& rvalue_reference() = 0;
    virtual const Counted&& constant_rvalue_reference() const = 0;
    virtual std::unique_ptr<int> move_only() = 0;
    virtual Pinned pinned() = 0;
    virtual const char* pointer() const = 0;
    virtual std::vector<bool>::reference bit(int index) = 0;
    virtual auto trailing() const -> const std::string& = 0;
    virtual void* address() = 0;
};

} // namespace results
