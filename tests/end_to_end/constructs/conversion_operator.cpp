// calls: operator bool 1
// calls: operator int 1
#include "conversion_operator.proxy.hpp"
#include "same_behaviour.hpp"

#include <type_traits>
#include <utility>

using construct::note;
using value::Variant;

using Proxy = proxima::Proxy<Variant>;
static_assert(!std::is_convertible<Proxy&, bool>::value ||
                  std::is_convertible<Variant&, bool>::value,
              "explicit stays explicit");
static_assert(!std::is_convertible<Proxy&, const char*>::value, "explicit stays explicit");

namespace {

double twice(double value) {
    return 2 * value;
}

class Text : public Variant {
public:
    Text() { current = this; }
    explicit operator bool() const override { return true; }
    operator int() const override { return 17; }
    explicit operator const char*() const noexcept override { return text_.c_str(); }
    explicit operator std::string&() & override { return text_; }
    explicit operator value::Money() && override { return {250}; }
    explicit operator std::map<int, std::string>() const override { return {{1, text_}}; }
    explicit operator Function() const override { return twice; }
    std::string text_ = "text";
    static Text* current;
};

Text* Text::current = nullptr;

void script(Variant& port) {
    note(static_cast<bool>(port), static_cast<int>(port), static_cast<const char*>(port));
    note(&static_cast<std::string&>(port) == &Text::current->text_);
    note(static_cast<value::Money>(std::move(port)).cents);
    note(static_cast<std::map<int, std::string>>(port).at(1));
    note(static_cast<Variant::Function>(port)(4));
}

} // namespace

int main() {
    return construct::same_behaviour<Variant, Text, Proxy>(script);
}
