// calls: get 1
// calls: call 1
// calls: call_noexcept 1
// calls: take 1
// calls: get_by 1
// calls: heaviest 1
// calls: method 1
#include "member_pointer.proxy.hpp"
#include "same_behaviour.hpp"

#include <utility>

using construct::note;
using reflect::Particle;

namespace {

class Caller : public reflect::Visitor {
public:
    double get(const Particle& particle, double Particle::* member) override {
        return particle.*member;
    }
    double call(const Particle& particle, double (Particle::*method)(double) const) override {
        return (particle.*method)(2);
    }
    double call_noexcept(Particle& particle, double (Particle::*method)(double) noexcept) override {
        return (particle.*method)(1);
    }
    double take(Particle&& particle, double (Particle::*method)() &&) override {
        return (std::move(particle).*method)();
    }
    double get_by(const Particle& particle, const reflect::Getter& getter) override {
        return (particle.*getter)(4);
    }
    double Particle::* heaviest() const override { return &Particle::charge; }
    double (Particle::* method())(double) const override { return &Particle::energy; }
};

void script(reflect::Visitor& port) {
    Particle particle;
    particle.mass = 3;
    particle.charge = 0.5;
    note(port.get(particle, &Particle::mass), port.call(particle, &Particle::energy));
    note(port.call_noexcept(particle, &Particle::kick), particle.mass);
    note(port.take(std::move(particle), &Particle::take), port.get_by(particle, &Particle::energy));
    note(particle.*port.heaviest(), (particle.*port.method())(1));
}

} // namespace

int main() {
    return construct::same_behaviour<reflect::Visitor, Caller, proxima::Proxy<reflect::Visitor>>(
        script);
}
