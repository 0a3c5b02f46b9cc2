// calls: open 1
// treatment: safe::Handle operator& deleted
#include "deleted_virtual.proxy.hpp"
#include "same_behaviour.hpp"

#include <type_traits>
#include <utility>

using construct::note;

namespace {

class File : public safe::Handle {
public:
    int open(int number) override { return number; }
    int open(double number) override = delete;
    void* operator&() override = delete;
};

template <class T, class = void>
struct TakesDouble : std::false_type {};
template <class T>
struct TakesDouble<T, decltype(static_cast<void>(std::declval<T&>().open(1.5)))> : std::true_type {
};
static_assert(!TakesDouble<proxima::Proxy<safe::Handle>>::value,
              "the deleted overload is still chosen, and still deleted");

void script(safe::Handle& port) {
    note(port.open(3));
}

} // namespace

int main() {
    return construct::same_behaviour<safe::Handle, File, proxima::Proxy<safe::Handle>>(script);
}
