// options: --class sealed::Port
// expect: sealed::Port: open\(\) declared in a base that is inherited privately
namespace sealed {
class Base {
public:
    virtual ~Base() = default;
    virtual int open() = 0; // refused here
};
class Port : private Base {
public:
    virtual int close() = 0;
};
} // namespace sealed
