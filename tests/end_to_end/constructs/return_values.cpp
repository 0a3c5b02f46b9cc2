// calls: nothing 1
// calls: value 1
// calls: reference 1
// calls: rvalue_reference 1
// calls: move_only 1
// calls: pinned 1
// calls: bit 2
// calls: trailing 1
#include "return_values.proxy.hpp"
#include "same_behaviour.hpp"

#include <type_traits>

using construct::note;
using results::Counted;

using Proxy = proxima::Proxy<results::Store>;
static_assert(std::is_same<decltype(std::declval<Proxy&>().reference()), Counted&>::value, "");
static_assert(std::is_same<decltype(std::declval<Proxy&>().rvalue_reference()), Counted&&>::value,
              "");
static_assert(std::is_same<decltype(std::declval<Proxy&>().constant_value()), const Counted>::value,
              "");
static_assert(!std::is_abstract<Proxy>::value, "every pure method is overridden");

namespace {

class Shelf : public results::Store {
public:
    Shelf() { current = this; }
    void nothing() override { note("nothing"); }
    Counted value() override { return Counted(1); }
    const Counted constant_value() override { return Counted(2); }
    Counted& reference() override { return counted_; }
    const Counted& constant_reference() const override { return counted_; }
    Counted&& rvalue_reference() override { return std::move(counted_); }
    const Counted&& constant_rvalue_reference() const override { return std::move(counted_); }
    std::unique_ptr<int> move_only() override { return std::make_unique<int>(5); }
    results::Pinned pinned() override { return results::Pinned(6); }
    const char* pointer() const override { return text_.c_str(); }
    std::vector<bool>::reference bit(int index) override {
        return bits_[static_cast<std::size_t>(index)];
    }
    auto trailing() const -> const std::string& override { return text_; }
    void* address() override { return this; }

    Counted counted_{3};
    std::string text_ = "shelf";
    std::vector<bool> bits_ = {false, false};
    static Shelf* current;
};

Shelf* Shelf::current = nullptr;

void script(results::Store& port) {
    const Shelf& shelf = *Shelf::current;
    Counted::copies() = Counted::moves() = 0;
    port.nothing();
    note(port.value().value(), port.constant_value().value());
    note(&port.reference() == &shelf.counted_, &port.constant_reference() == &shelf.counted_);
    Counted&& rvalue = port.rvalue_reference();
    const Counted&& constant_rvalue = port.constant_rvalue_reference();
    note(&rvalue == &shelf.counted_, &constant_rvalue == &shelf.counted_);
    note("copies", Counted::copies(), "moves", Counted::moves());
    note(*port.move_only());
    const results::Pinned pinned = port.pinned();
    note(pinned.number, pinned.self == &pinned);
    note(port.pointer() == shelf.text_.c_str(), &port.trailing() == &shelf.text_);
    port.bit(1) = true;
    note(shelf.bits_[0], shelf.bits_[1], static_cast<bool>(port.bit(1)));
    note(port.address() == static_cast<const void*>(&shelf));
}

} // namespace

int main() {
    return construct::same_behaviour<results::Store, Shelf, Proxy>(script);
}
