// options: --class mesh::Port
// expect: order\(\) uses order_, of which the proxy has its own, and raise\(\) changes only one
// expect: "accept": ."order_"
// not: twice
namespace mesh {
class Port {
public:
    virtual ~Port() = default;
    virtual int open() = 0;
    virtual void raise() { ++order_; }
    virtual int order() const final { return order_; } // refused here
    virtual int degree() const final;
    virtual int twice() const final { return 2 * number(); }
    virtual int number() const = 0;

private:
    int order_ = 1;
};
} // namespace mesh
