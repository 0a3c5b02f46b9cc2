// calls: set_size 1
// calls: resize 1
// calls: size 1
// calls: mode 1
// calls: show 1
#include "deprecated_method.proxy.hpp"
#include "same_behaviour.hpp"

// Only what follows may use what is deprecated: the generated headers above are compiled with the
// warning on.
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"

using construct::note;

namespace {

class Screen : public legacy::Window {
public:
    int set_size(int width) override { return width_ = width; }
    int resize(const legacy::Size& size) override { return width_ = 2 * size.width; }
    legacy::Size size() const override { return {width_}; }
    int mode(legacy::Mode mode) override { return static_cast<int>(mode); }

private:
    int width_ = 0;
};

class OldScreen : public legacy::OldWindow {
public:
    int show(int times) override { return times + 1; }
};

void script(legacy::Window& window, legacy::OldWindow& old) {
    note(window.set_size(3), window.resize({4}), window.size().width,
         window.mode(legacy::Mode::exact), old.show(5));
}

} // namespace

int main() {
    return construct::compare(
        [] {
            Screen screen;
            OldScreen old;
            script(screen, old);
        },
        [] {
            Screen screen;
            OldScreen old;
            proxima::Proxy<legacy::Window> window{screen, "window"};
            proxima::Proxy<legacy::OldWindow> old_window{old, "old_window"};
            script(window, old_window);
        });
}
