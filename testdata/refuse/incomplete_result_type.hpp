// options: --class opaque::Store
// expect: opaque::Store
// expect: incomplete|only declared|not defined
// expect: --prelude
namespace opaque {
class Value;
class Store {
public:
    virtual ~Store() = default;
    virtual Value get() const = 0; // refused here
};
} // namespace opaque
