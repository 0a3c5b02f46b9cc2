/// Overloads that return ports of different types, and arguments named by a pattern.
#pragma once

namespace scene {

class Mesh {
public:
    virtual ~Mesh() = default;
    virtual int cells() const = 0;
};

class Light {
public:
    virtual ~Light() = default;
    virtual double power() const = 0;
};

class World {
public:
    virtual ~World() = default;
    virtual Mesh* get(int index) = 0;
    virtual Light* get(double distance) = 0;
    virtual int join(const Mesh& left_mesh, const Mesh& right_mesh) = 0;
};

} // namespace scene
