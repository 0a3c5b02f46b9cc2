// options: --config @name@.json
// expect: Factory::child\(\): .* a reference to a smart pointer
// expect: "ports": {"shared::Child": {"in_place": true}}
#include <memory>
namespace shared {
class Child {
public:
    virtual ~Child() = default;
    virtual int run(int n) = 0;
};
class Factory {
public:
    virtual ~Factory() = default;
    virtual const std::shared_ptr<Child>& child() const = 0;
};
} // namespace shared
