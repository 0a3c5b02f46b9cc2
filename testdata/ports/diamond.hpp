/// Diamonds: one with a shared (virtual) root, one in which the root exists twice.
#pragma once

namespace shapes {

class Object {
public:
    virtual ~Object() = default;
    virtual int id() const = 0;
    virtual int weight() const { return 1; }
};

class Drawable : public virtual Object {
public:
    virtual int draw(int scale) = 0;
    int weight() const override { return 2; }
};

class Movable : public virtual Object {
public:
    virtual int move(int dx, int dy) = 0;
};

class Sprite : public Drawable, public Movable {
public:
    virtual int frame() const = 0;
};

class Left : public Object {
public:
    virtual int left() = 0;
};

class Right : public Object {
public:
    virtual int right() = 0;
};

class Twice : public Left, public Right {
public:
    virtual int both() = 0;
};

} // namespace shapes
