/// Ports and types that are hidden outside their library.
#pragma once

#pragma GCC visibility push(hidden)
namespace inner {

struct State {
    int value;
};

class Stage {
public:
    virtual ~Stage() = default;
    virtual int run(State& state) = 0;
};

} // namespace inner
#pragma GCC visibility pop

class __attribute__((visibility("hidden"))) HiddenPort : public inner::Stage {
public:
    virtual inner::State state(const inner::State* from) = 0;
};
