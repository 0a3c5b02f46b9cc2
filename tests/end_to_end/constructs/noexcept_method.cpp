// calls: push 2
// calls: pop 2
// calls: size 2
// calls: empty 1
// calls: clear 2
// calls: swap 1
#include "noexcept_method.proxy.hpp"
#include "same_behaviour.hpp"

#include <utility>

using construct::note;

using Integers = proxima::Proxy<queue::IntegerQueue>;
using Texts = proxima::Proxy<queue::TextQueue>;
static_assert(noexcept(std::declval<Integers&>().push(1)), "an int is copied without exceptions");
static_assert(!noexcept(std::declval<Texts&>().push(std::declval<std::string&>())),
              "a string is not");
static_assert(noexcept(std::declval<const Integers&>().size()), "");
static_assert(noexcept(std::declval<const Integers&>().empty()), "");
static_assert(!noexcept(std::declval<Integers&>().pop()), "");
static_assert(!noexcept(std::declval<Integers&>().clear()), "noexcept(false)");
static_assert(noexcept(std::declval<Integers&>().swap(std::declval<Integers&>())),
              "noexcept(true)");
static_assert(noexcept(std::declval<Texts&>().clear()), "");

namespace {

class One : public queue::IntegerQueue {
public:
    void push(int value) noexcept override { value_ = value; }
    int pop() override { return value_; }
    int size() const noexcept override { return 1; }
    bool empty() const noexcept override { return false; }
    void clear() override { value_ = 0; }
    void swap(IntegerQueue& other) noexcept override { note("swap", &other != nullptr_queue); }
    const IntegerQueue* nullptr_queue = nullptr;

private:
    int value_ = 0;
};

class Name : public queue::TextQueue {
public:
    void push(std::string value) override { value_ = std::move(value); }
    std::string pop() override { return value_; }
    int size() const noexcept override { return 1; }
    bool empty() const noexcept override { return value_.empty(); }
    void clear() noexcept override { value_.clear(); }

private:
    std::string value_;
};

void script(queue::IntegerQueue& integers, queue::TextQueue& texts) {
    integers.push(3);
    note(integers.pop(), integers.size(), integers.empty());
    integers.clear();
    integers.swap(integers);
    texts.push("four");
    note(texts.pop(), texts.size());
    texts.clear();
}

} // namespace

int main() {
    return construct::compare(
        [] {
            One integers;
            Name texts;
            script(integers, texts);
        },
        [] {
            One integers;
            Name texts;
            Integers measured_integers{integers, "integers"};
            Texts measured_texts{texts, "texts"};
            script(measured_integers, measured_texts);
        });
}
