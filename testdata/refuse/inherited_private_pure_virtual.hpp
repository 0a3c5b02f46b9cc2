// options: --class sealed::Port
// expect: sealed::Port
// expect: private
// expect: hidden
namespace sealed {
class Base {
public:
    virtual ~Base() = default;

private:
    virtual int hidden() = 0; // refused here
};
class Port : public Base {
public:
    virtual int open() = 0;
};
} // namespace sealed
