// calls: draw 1
// calls: poll 1
#include "hostile_macros.proxy.hpp"

// The standard headers do not survive these.
#undef check
#undef min
#undef max
#include "same_behaviour.hpp"

using construct::note;

namespace {

class Screen : public hostile::Display {
public:
    int draw(int on, int level) override { return on * level; }
    int poll() override { return True; }
};

void script(hostile::Display& display) {
    note(display.draw(True, 5), display.poll());
}

} // namespace

int main() {
    return construct::same_behaviour<hostile::Display, Screen, proxima::Proxy<hostile::Display>>(
        script);
}
