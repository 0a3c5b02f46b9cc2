/// Deprecated methods, types in signatures, and ports: a proxy overrides them all without a warning
/// of its own.
#pragma once

namespace legacy {

struct [[deprecated("use Extent")]] Size {
    int width;
};

enum class Mode { fast, exact [[deprecated]] };

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
class Window {
public:
    virtual ~Window() = default;
    [[deprecated("use resize")]] virtual int set_size(int width) = 0;
    virtual int resize(const Size& size) = 0;
    virtual Size size() const = 0;
    virtual int mode(Mode mode) = 0;
};

class [[deprecated("use Window")]] OldWindow {
public:
    virtual ~OldWindow() = default;
    virtual int show(int times) = 0;
};
#pragma GCC diagnostic pop

} // namespace legacy
