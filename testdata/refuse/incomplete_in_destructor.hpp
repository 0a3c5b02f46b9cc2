// The proxy destroys the port's members; in place nothing does.
// options: --class opaque::Store
// expect: member access into incomplete type
// expect: name the header that defines it with PRELUDE \(--prelude\), or measure it in place: "ports": {"opaque::Store": {"in_place": true}}
namespace opaque {
class Value;
template <class T>
struct Counted {
    ~Counted() { p->release(); }
    T* p;
};
class Store { // refused here
public:
    virtual ~Store();
    virtual int put(int key) = 0;

private:
    Counted<Value> value_;
};
} // namespace opaque
