// calls: draw 1
// calls: move 1
// calls: frame 1
// calls: left 1
// calls: right 1
// calls: both 1
#include "diamond.proxy.hpp"
#include "same_behaviour.hpp"

using construct::note;

namespace {

class Ship : public shapes::Sprite {
public:
    int id() const override { return 1; }
    int weight() const override { return 30; }
    int draw(int scale) override { return 2 * scale; }
    int move(int dx, int dy) override { return dx + dy; }
    int frame() const override { return 4; }
};

class Pair : public shapes::Twice {
public:
    int id() const override { return 5; }
    int weight() const override { return 6; }
    int left() override { return 7; }
    int right() override { return 8; }
    int both() override { return 9; }
};

void script(shapes::Sprite& sprite, shapes::Twice& twice) {
    shapes::Object& object = sprite;
    shapes::Drawable& drawable = sprite;
    shapes::Movable& movable = sprite;
    note(object.id(), drawable.id(), movable.id(), object.weight(), drawable.weight(),
         movable.weight());
    note(drawable.draw(3), movable.move(4, 5), sprite.frame());
    shapes::Left& left = twice;
    shapes::Right& right = twice;
    note(left.id(), right.id(), left.weight(), right.weight(), left.left(), right.right(),
         twice.both());
}

} // namespace

int main() {
    return construct::compare(
        [] {
            Ship ship;
            Pair pair;
            script(ship, pair);
        },
        [] {
            Ship ship;
            Pair pair;
            proxima::Proxy<shapes::Sprite> sprite{ship, "sprite"};
            proxima::Proxy<shapes::Twice> twice{pair, "twice"};
            script(sprite, twice);
        });
}
