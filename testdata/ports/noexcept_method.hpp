/// Methods that promise not to throw, plainly or depending on a type.
#pragma once

#include <string>
#include <type_traits>

namespace queue {

template <class T>
class Queue {
public:
    virtual ~Queue() = default;
    virtual void push(T value) noexcept(std::is_nothrow_copy_constructible<T>::value) = 0;
    virtual T pop() = 0;
    virtual int size() const noexcept = 0;
    virtual bool empty() const noexcept(noexcept(sizeof(T))) = 0;
};

class IntegerQueue : public Queue<int> {
public:
    virtual void clear() noexcept(false) = 0;
    virtual void swap(IntegerQueue& other) noexcept(true) = 0;
};

class TextQueue : public Queue<std::string> {
public:
    virtual void clear() noexcept = 0;
};

} // namespace queue
