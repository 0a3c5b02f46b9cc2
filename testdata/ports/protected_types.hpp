/// Signatures with types that only derived classes may name.
#pragma once

#include <string>

namespace codec {

class Encoder {
public:
    virtual ~Encoder() = default;
    int run(int value) {
        State state{value, Phase::start};
        step(state);
        return finish(state, &state)->value;
    }
    virtual std::string name() const = 0;

protected:
    enum class Phase { start, end };
    struct State {
        int value;
        Phase phase;
    };
    using Pointer = State*;
    virtual void step(State& state) = 0;
    virtual Pointer finish(const State& state, Pointer result) = 0;
    virtual Phase phase(const State& state) const = 0;

public:
    bool ended(int value) const { return phase(State{value, Phase::end}) == Phase::end; }
};

} // namespace codec
