// options: --class mesh::Port
// expect: order\(\) is final and uses order_ of the proxy's own base object
// expect: "accept": ."order", "degree"
namespace mesh {
class Port {
public:
    virtual ~Port() = default;
    virtual int open() = 0;
    virtual int order() const final { return order_; } // refused here
    virtual int degree() const final;
    virtual int twice() const final { return 2 * number(); }
    virtual int number() const = 0;

private:
    int order_ = 1;
};
} // namespace mesh
