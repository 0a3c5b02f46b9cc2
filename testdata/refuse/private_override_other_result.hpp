// options: --class sealed::Port
// expect: sealed::Port: clone\(\) overridden in private with another result type
namespace sealed {
class Base {
public:
    virtual ~Base() = default;
    virtual Base* clone() = 0;
};
class Port : public Base {
public:
    virtual int open() = 0;

private:
    Port* clone() override = 0;
};
} // namespace sealed
