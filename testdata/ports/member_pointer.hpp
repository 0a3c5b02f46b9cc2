/// Pointers to data members and to methods, in every qualification.
#pragma once

namespace reflect {

struct Particle {
    double mass = 0;
    double charge = 0;
    double energy(double speed) const { return mass * speed * speed / 2; }
    double kick(double speed) noexcept { return mass += speed; }
    double take() && { return charge; }
};

using Getter = double (Particle::*)(double) const;

class Visitor {
public:
    virtual ~Visitor() = default;
    virtual double get(const Particle& particle, double Particle::* member) = 0;
    virtual double call(const Particle& particle, double (Particle::*method)(double) const) = 0;
    virtual double call_noexcept(Particle& particle,
                                 double (Particle::*method)(double) noexcept) = 0;
    virtual double take(Particle&& particle, double (Particle::*method)() &&) = 0;
    virtual double get_by(const Particle& particle, const Getter& getter) = 0;
    virtual double Particle::* heaviest() const = 0;
    virtual double (Particle::* method())(double) const = 0;
};

} // namespace reflect
