// calls: open 1
// calls: handle 1
// calls: share 1
// calls: check 1
#include "incomplete_types.proxy.hpp"
#include "same_behaviour.hpp"

#include <utility>

class opaque::Context {};
struct opaque::Handle {
    int number;
};
enum class opaque::Code : int { good, bad };
template <class T>
class opaque::Box {};

using construct::note;

namespace {

class Target : public opaque::Port {
public:
    opaque::Context* open(const opaque::Context& context, opaque::Handle*) override {
        return const_cast<opaque::Context*>(&context);
    }
    opaque::Handle& handle(opaque::Handle&& handle) override { return handle; }
    std::shared_ptr<opaque::Context> share(std::shared_ptr<opaque::Context> context,
                                           const opaque::Box<int>&) override {
        note("users", context.use_count());
        return context;
    }
    opaque::Code check(opaque::Code code) override { return code; }
};

void script(opaque::Port& port) {
    const opaque::Context context;
    opaque::Handle handle{4};
    note(port.open(context, &handle) == &context, &port.handle(std::move(handle)) == &handle);
    const opaque::Box<int> box;
    note(port.share(std::make_shared<opaque::Context>(), box).use_count());
    note(port.check(opaque::Code::bad) == opaque::Code::bad);
}

} // namespace

int main() {
    return construct::same_behaviour<opaque::Port, Target, proxima::Proxy<opaque::Port>>(script);
}
