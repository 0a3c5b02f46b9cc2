// options: --class opaque::Store
// expect: opaque::Store
// expect: incomplete|only declared|not defined
// expect: --prelude
namespace opaque {
class Value;
class Store {
public:
    virtual ~Store() = default;
    virtual int put(Value value) = 0; // refused here
};
} // namespace opaque
